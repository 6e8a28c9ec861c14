import type { ModelMessage } from 'ai';
import type { AgentTaskContract } from '#lib/agents/contract.ts';
import { costsNothing, type Spent, together } from '#lib/agents/spent.ts';
import { isStrict, type ReadAnswer, readAnswer, wireJsonSchema } from '#lib/agents/wire-answer.ts';
import { clip } from '#lib/format/clip.ts';
import { formOfEndpoint, rememberForm } from '#server/store/model-endpoints.ts';
import { applyEdits } from '../apply-edits.ts';
import { renderPrompt } from '../prompts/prompt.ts';
import { questionOf } from '../prompts/question.ts';
import type { AgentAnswer, AgentCall, TaskAgent } from '../task-agent.ts';
import { converse, type Demand } from './converse.ts';
import type { LlmConfig, ModelReply, Trouble } from './request.ts';
import { llmTunables } from './tunables.ts';

/** Asks a language model. A bad answer is repaired once, then the question is put twice more. */
export const llmAgent: TaskAgent<LlmConfig> = {
  async perform(contract, input, call) {
    const { config, keys, redact, signal, log } = call;
    const found = config.api_key_env === undefined ? null : await keys.keyOf(config.api_key_env);
    if (found?.ok === false) return { outcome: 'failed', reason: found.reason, spent: costsNothing };
    const key = found?.value ?? null;
    const schema = wireJsonSchema(contract);
    const demand = await demandOf(call, isStrict(schema));
    const known = demand.form;
    const system = redact(await renderPrompt('system', { schema: JSON.stringify(schema) }));
    const question = redact(await questionOf(contract, input, config.context_tokens));
    log.say(`question to ${config.model}:\n${question}`);
    const ask = (messages: readonly ModelMessage[]) =>
      converse({ config, key, schema, system, messages, signal }, demand, (line) => log.say(line));
    const answer = await untilUsable(contract, call, { question, ask });
    if (answer.outcome === 'answered' && demand.isTelling && (known !== demand.form || !demand.isKnown))
      await rememberForm(call.pool, { baseUrl: config.base_url, model: config.model, form: demand.form });
    return answer;
  },
};

interface Found {
  /** Whether it was found out before what the endpoint understands. */
  readonly isKnown: boolean;
  /** Whether the form of this answer says what the endpoint understands. */
  readonly isTelling: boolean;
}

/** A schema that no strict endpoint takes is asked for in the next weaker form. */
async function demandOf({ config, pool }: AgentCall<LlmConfig>, isStrictly: boolean): Promise<Demand & Found> {
  if (config.structured !== 'auto') return { form: config.structured, isOpen: false, isKnown: true, isTelling: false };
  const known = await formOfEndpoint(pool, config.base_url, config.model);
  const form = known ?? 'json_schema';
  if (form === 'json_schema' && !isStrictly)
    return { form: 'json_object', isOpen: true, isKnown: true, isTelling: false };
  return { form, isOpen: true, isKnown: known !== null, isTelling: true };
}

interface Dialogue {
  readonly question: string;
  readonly ask: (messages: readonly ModelMessage[]) => Promise<ModelReply>;
}

async function untilUsable<Contract extends AgentTaskContract>(
  contract: Contract,
  call: AgentCall<LlmConfig>,
  { question, ask }: Dialogue,
): Promise<AgentAnswer<Contract>> {
  const first: ModelMessage = { role: 'user', content: question };
  let messages: ModelMessage[] = [first];
  let spent: Spent | null = null;
  let problems = '';
  const most = 2 + llmTunables.questionsMore;
  for (let turn = 1; turn <= most; turn += 1) {
    const reply = await ask(messages);
    spent = spent === null ? reply.spent : together(spent, reply.spent);
    if (!reply.ok) return { outcome: 'failed', reason: reasonOf(call.config, reply), spent };
    const read = await use(contract, call, reply);
    if (read.ok) return { outcome: 'answered', answer: read.answer, words: '', spent };
    problems = read.problems;
    call.log.say(`bad answer ${turn} of ${most}: ${problems}\n${clip(reply.text, llmTunables.keptChars).text}`);
    const mayRepair = turn === 1 && reply.finish === 'stop' && reply.text.trim() !== '';
    messages = mayRepair ? await withRepair(first, reply.text, problems) : [first];
  }
  const reason = `${call.config.model} gave no usable answer in ${most} tries: ${problems}`;
  return { outcome: 'unreadable', reason, spent: spent ?? costsNothing };
}

/** What went wrong on the way there names the place, which the words of a connection may not. */
function reasonOf({ base_url }: LlmConfig, { trouble, isLost }: Trouble): string {
  return isLost ? `${new URL(base_url).host}: ${trouble}` : trouble;
}

async function withRepair(first: ModelMessage, text: string, problems: string): Promise<ModelMessage[]> {
  return [
    first,
    { role: 'assistant', content: text },
    { role: 'user', content: await renderPrompt('repair', { problems }) },
  ];
}

/** Reads an answer and makes its edits; edits that do not fit make it a bad one, and leave the tree as it was. */
async function use<Contract extends AgentTaskContract>(
  contract: Contract,
  call: AgentCall<LlmConfig>,
  { text, finish }: Extract<ModelReply, { ok: true }>,
): Promise<ReadAnswer<Contract>> {
  if (finish === 'length')
    return { ok: false, problems: `the answer was cut off at ${call.config.output_tokens} tokens` };
  if (finish === 'content-filter') return { ok: false, problems: 'the endpoint refuses to answer' };
  const read = readAnswer(contract, text);
  if (!read.ok || read.edits.length === 0) return read;
  const made = await applyEdits(await call.tree(), read.edits);
  return made.ok ? read : { ok: false, problems: made.reason };
}
