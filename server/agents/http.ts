import { z } from 'zod';
import type { AgentTaskContract } from '#lib/agents/contract.ts';
import { fileEdit } from '#lib/agents/edits.ts';
import { moneyOf } from '#lib/agents/money-of.ts';
import { costsNothing, type Spent, tokenUsage, unknownCost } from '#lib/agents/spent.ts';
import type { AgentConfig } from '#lib/config/sections/agents.ts';
import { describeIssues } from '#lib/describe-issues.ts';
import type { Json } from '#lib/engine/json.ts';
import { clip } from '#lib/format/clip.ts';
import { redactJson } from '#server/artifacts/redact-json.ts';
import { applyEdits } from './apply-edits.ts';
import { postJson } from './net/post-json.ts';
import type { AgentAnswer, AgentCall, TaskAgent } from './task-agent.ts';

type HttpConfig = Extract<AgentConfig, { use: 'http' }>;

const answerBytes = 16 * 1024 * 1024;

/** One line of what the agent sends: progress as often as it likes, and in the end an answer or why there is none. */
const line = z.union([
  z.strictObject({ progress: z.string() }),
  z.strictObject({
    answer: z.unknown(),
    edits: z.array(fileEdit).default([]),
    words: z.string().default(''),
    usage: tokenUsage.optional(),
    money: z.number().min(0).nullable().optional(),
    model: z.string().optional(),
  }),
  z.strictObject({ gives_up: z.string().min(1) }),
]);
type Last = Exclude<z.output<typeof line>, { progress: string }>;
/** Why there is no answer. */
type Fault = Pick<Extract<AgentAnswer, { reason: string }>, 'reason'> & { readonly outcome: 'unreadable' | 'failed' };

/** Asks a team's own agent: the task is posted as JSON, the answer comes as JSON, a line for each progress before it. */
export const httpAgent: TaskAgent<HttpConfig> = {
  async perform(contract, input, call) {
    const { config, keys } = call;
    const found = config.api_key_env === undefined ? null : await keys.keyOf(config.api_key_env);
    if (found?.ok === false) return failed(found.reason, costsNothing);
    const asked = await post(contract, input, call, found?.value ?? null);
    if ('outcome' in asked) return { ...asked, spent: unknownCost };
    if ('gives_up' in asked) return { outcome: 'gave-up', reason: asked.gives_up, spent: unknownCost };
    return await use(contract, asked, call);
  },
};

async function post(
  contract: AgentTaskContract,
  input: unknown,
  { config, redact, signal, log }: AgentCall<HttpConfig>,
  key: string | null,
): Promise<Last | Fault> {
  const question = {
    version: 1,
    task: contract.name,
    does: contract.does,
    changes: contract.changes,
    input: redactJson(input as Json, redact),
    answer_schema: z.toJSONSchema(contract.answer, { io: 'input' }),
  };
  return await postJson<Last | Fault>(
    {
      url: config.url,
      question,
      key,
      limits: { totalMs: config.timeout, silenceMs: config.silence, answerBytes },
      signal,
    },
    {
      async read(response) {
        if (response.ok) return await lastOf(response, (text) => log.say(text));
        await response.body?.cancel();
        return fault(`${config.url} answers ${response.status}`);
      },
      fails: fault,
    },
  );
}

async function lastOf(response: Response, say: (text: string) => void): Promise<Last | Fault> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const bytes of response.body ?? []) {
    rest += decoder.decode(bytes, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) {
      const read = lineIn(text);
      if (read === null) continue;
      if (!('progress' in read)) return read;
      say(read.progress);
    }
  }
  const last = lineIn(rest);
  return last === null || 'progress' in last ? fault('the agent ended without an answer') : last;
}

/** A line as it is meant; null for an empty one. */
function lineIn(text: string): z.output<typeof line> | Fault | null {
  if (text.trim() === '') return null;
  try {
    const read = line.safeParse(JSON.parse(text));
    return read.success ? read.data : unreadable(`the agent's answer cannot be read: ${describeIssues(read.error)}`);
  } catch {
    return unreadable(`the agent's answer is no JSON: ${clip(text, 200).text}`);
  }
}

async function use<Contract extends AgentTaskContract>(
  contract: Contract,
  said: Exclude<Last, { gives_up: string }>,
  call: AgentCall<HttpConfig>,
): Promise<AgentAnswer<Contract>> {
  const tokens = said.usage ?? null;
  const spent: Spent = { tokens, money: said.money ?? moneyOf(tokens, call.config.price), model: said.model ?? null };
  const answer = contract.answer.safeParse(said.answer);
  if (!answer.success) return { outcome: 'unreadable', reason: describeIssues(answer.error), spent };
  const idle = !contract.changes && said.edits.length > 0;
  if (idle) return { outcome: 'unreadable', reason: `the task ${contract.name} changes no files`, spent };
  const made = said.edits.length === 0 ? ({ ok: true } as const) : await applyEdits(await call.tree(), said.edits);
  if (!made.ok) return { outcome: 'unreadable', reason: made.reason, spent };
  return { outcome: 'answered', answer: answer.data as z.output<Contract['answer']>, words: said.words, spent };
}

function fault(reason: string): Fault {
  return { outcome: 'failed', reason };
}

function unreadable(reason: string): Fault {
  return { outcome: 'unreadable', reason };
}

function failed(reason: string, spent: Spent): AgentAnswer<never> {
  return { outcome: 'failed', reason, spent };
}
