import type { z } from 'zod';
import type { CodingReport } from '#lib/agents/coding/report.ts';
import type { AgentTaskContract } from '#lib/agents/contract.ts';
import { moneyOf } from '#lib/agents/money-of.ts';
import { sinceBefore } from '#lib/agents/since-before.ts';
import { costsNothing, type Spent } from '#lib/agents/spent.ts';
import { readAnswer, wireJsonSchema } from '#lib/agents/wire-answer.ts';
import { clip } from '#lib/format/clip.ts';
import type { CommandOutcome } from '#server/process/command.ts';
import { keepSessionTotals, sessionTotals } from '#server/store/session-totals.ts';
import { whyNotAllowed } from '../net/allowed-host.ts';
import { renderPrompt } from '../prompts/prompt.ts';
import { questionOf } from '../prompts/question.ts';
import { runInTree } from '../run-in-tree.ts';
import type { AgentAnswer, AgentCall, AgentTree, TaskAgent } from '../task-agent.ts';
import type { CliConfig, Preset } from './preset.ts';
import { presets } from './presets.ts';
import { programFolders } from './program-folders.ts';
import { readOutput } from './read-output.ts';

/** Tokens of a question: a coding agent reads the code itself. */
const questionTokens = 16_000;

/** Starts a coding agent in the folder, behind walls with a network, and reads what it says. */
export const cliAgent: TaskAgent<CliConfig> = {
  async perform(contract, input, call) {
    const started = await startOf(call);
    if ('lack' in started) return { outcome: 'failed', reason: started.lack, spent: costsNothing };
    const stdin = call.redact(await taskText(contract, input, call));
    call.log.say(`$ ${started.argv.join(' ')}`);
    let session = call.session?.resume ?? null;
    const reader = readOutput(
      started.preset,
      (text) => call.log.say(text),
      (event) => {
        if (event.type === 'session') session = event.id;
        call.session?.hear(event);
      },
    );
    const { timeout, silence } = call.config;
    const { argv, env, tree, preset } = started;
    const outcome = await runInTree(
      call,
      tree,
      { argv, env, stdin, deadlineMs: timeout, silenceMs: silence },
      {
        onStdout: (bytes) => reader.push(bytes),
        isStdoutLogged: preset?.read === undefined || preset.read === null,
      },
    );
    call.signal.throwIfAborted();
    const report = reader.end();
    const spent = await spentInTurn(spentBy(report, call.config), { call, preset, session });
    return answerOf(contract, report, { outcome, call, preset, spent });
  },
};

interface Start {
  readonly preset: Preset | null;
  readonly argv: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
  readonly tree: AgentTree;
}

async function startOf(call: AgentCall<CliConfig>): Promise<Start | { readonly lack: string }> {
  const { config, session } = call;
  const preset = config.preset === undefined ? null : presets[config.preset];
  const refused = config.base_url === undefined ? null : whyNotAllowed(config.base_url);
  if (refused !== null) return { lack: refused };
  const own = typeof config.command === 'string' ? ['/bin/sh', '-c', config.command] : config.command;
  const [program = '', ...args] = own ?? [preset?.program ?? ''];
  const folders = await programFolders(program);
  if (folders === null)
    return { lack: `the program ${program} is not there: install it on the runner, or name it in \`command\`` };
  const names = config.keys.length > 0 ? config.keys : (preset?.keys ?? []);
  const found = await Promise.all(names.map(async (name) => [name, await call.keys.keyOf(name)] as const));
  const lacking = found.flatMap(([, key]) => (key.ok ? [] : [key.reason]));
  if (config.keys.length > 0 && lacking.length > 0) return { lack: lacking.join('; ') };
  const known = found.flatMap(([name, key]) => (key.ok ? [[name, key.value] as const] : []));
  const tree = await call.tree();
  const readable = [...(tree.sandbox.readable ?? []), ...folders];
  const writable = [...(tree.sandbox.writable ?? []), ...(session === undefined ? [] : [session.folder])];
  return {
    preset,
    argv: [program, ...args, ...(preset?.args(config, session) ?? [])],
    env: { ...preset?.env(config, session), ...config.env, ...Object.fromEntries(known) },
    tree: { ...tree, sandbox: { ...tree.sandbox, readable, writable, network: true, whenMissing: 'refuse' } },
  };
}

async function taskText(
  contract: AgentTaskContract,
  input: unknown,
  { session }: AgentCall<CliConfig>,
): Promise<string> {
  const edits = contract.changes
    ? 'Edit the files yourself; the change is read from the folder. You may build and run what you like.'
    : 'You may read, build and run what you like. Changes of files are thrown away.';
  const question = await questionOf(contract, input, questionTokens);
  if (session !== undefined) return await renderPrompt('session', { question });
  return await renderPrompt('coding', { question, edits, schema: JSON.stringify(schemaOf(contract)) });
}

/** Its edits are in the folder, not in its words. */
function schemaOf(contract: AgentTaskContract) {
  return wireJsonSchema({ ...contract, changes: false });
}

interface End {
  readonly outcome: CommandOutcome;
  readonly call: AgentCall<CliConfig>;
  readonly preset: Preset | null;
  readonly spent: Spent;
}

/** Of a session whose program tells totals, this turn costs what is beyond those of the turn before. */
async function spentInTurn(
  told: Spent,
  { call, preset, session }: Pick<End, 'call' | 'preset'> & { readonly session: string | null },
): Promise<Spent> {
  if (call.session === undefined || session === null || preset?.tellsTotals !== true) return told;
  const { resume } = call.session;
  const before = resume === null ? null : await sessionTotals(call.pool, resume);
  if (told.tokens !== null || told.money !== null) await keepSessionTotals(call.pool, session, told);
  return sinceBefore(told, before);
}

function answerOf<Contract extends AgentTaskContract>(
  contract: Contract,
  report: CodingReport,
  { outcome, call, preset, spent }: End,
): AgentAnswer<Contract> {
  const trouble = troubleOf(report, outcome, preset);
  if (trouble !== null) return { outcome: 'failed', reason: trouble, spent };
  if (call.session !== undefined) return inItsReply(contract, report.text, spent);
  const read = readAnswer({ ...contract, changes: false }, report.text);
  if (read.ok) return { outcome: 'answered', answer: read.answer as z.output<Contract['answer']>, words: '', spent };
  const said = inOwnWords(contract, report.text);
  return said === null
    ? { outcome: 'unreadable', reason: `${read.problems}: ${clip(report.text.trim(), 300).text}`, spent }
    : { outcome: 'answered', answer: said, words: report.text, spent };
}

/** A turn of a session ends in whatever words the agent has. */
function inItsReply<Contract extends AgentTaskContract>(
  contract: Contract,
  text: string,
  spent: Spent,
): AgentAnswer<Contract> {
  const reply = contract.answer.safeParse({ reply: clip(text, 20_000).text });
  return reply.success
    ? { outcome: 'answered', answer: reply.data as z.output<Contract['answer']>, words: '', spent }
    : { outcome: 'unreadable', reason: `a reply does not answer ${contract.name}`, spent };
}

/** What it changed is in the folder; that it says so in other words than asked does not matter. */
function inOwnWords<Contract extends AgentTaskContract>(
  contract: Contract,
  text: string,
): z.output<Contract['answer']> | null {
  if (!contract.changes) return null;
  const [first = ''] = text.trim().split('\n');
  const summary = first.trim() === '' ? 'changed files and said nothing' : clip(first.trim(), 400).text;
  const parsed = contract.answer.safeParse({ summary });
  return parsed.success ? (parsed.data as z.output<Contract['answer']>) : null;
}

/** Both must hold: it says that it is done, where it says such things, and its program ended with 0. */
function troubleOf({ done }: CodingReport, { exitCode, reason }: CommandOutcome, preset: Preset | null): string | null {
  if (done !== null && done !== 'well') return `the agent failed: ${done.because}`;
  if (exitCode !== 0) return `the agent's program: ${reason}`;
  return preset?.read && done === null ? 'the agent ended without saying that it is done' : null;
}

function spentBy({ tokens, money, model }: CodingReport, config: CliConfig): Spent {
  return {
    tokens,
    money: config.price === undefined ? money : moneyOf(tokens, config.price),
    model: model ?? config.model ?? null,
  };
}
