import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import type { AgentTaskContract } from '#lib/agents/contract.ts';
import type { PlaybookStep } from '#lib/agents/playbook/playbook.ts';
import { readPlaybook } from '#lib/agents/playbook/read-playbook.ts';
import { stepAt } from '#lib/agents/playbook/step-at.ts';
import { costsNothing, type Spent } from '#lib/agents/spent.ts';
import type { AgentConfig } from '#lib/config/sections/agents.ts';
import { problemLines } from '#lib/launch/problem-lines.ts';
import { applyEdits } from './apply-edits.ts';
import { runInTree } from './run-in-tree.ts';
import type { AgentAnswer, AgentCall, SessionLink, TaskAgent } from './task-agent.ts';

type PlaybookConfig = Extract<AgentConfig, { use: 'playbook' }>;

/** Plays a script: the n-th time that a task is asked for, the n-th step of that task is given. */
export const playbookAgent: TaskAgent<PlaybookConfig> = {
  async perform(contract, _, call) {
    const { config, asked, log } = call;
    const text = await call.readFile(config.file);
    if (text === null) return failed(`there is no file ${config.file} in the project`);
    const read = readPlaybook(text);
    if (!read.ok) return failed(`the playbook cannot be read: ${problemLines(read.problems, config.file).join('; ')}`);
    const step = stepAt(read.playbook, contract.name, asked);
    if (step === null) {
      const reason = `the playbook ${config.file} has no more steps for ${contract.name} (${asked} used)`;
      return { outcome: 'gave-up', reason, spent: costsNothing };
    }
    for (const line of step.says) log.say(line);
    if (step.after !== undefined) await pause(step.after, undefined, { signal: call.signal });
    return await play(contract, step, call);
  },
};

async function play<Contract extends AgentTaskContract>(
  contract: Contract,
  step: PlaybookStep,
  call: AgentCall<PlaybookConfig>,
): Promise<AgentAnswer<Contract>> {
  const spent = spentBy(step);
  const { session } = call;
  for (const text of step.says) session?.hear({ type: 'text', text });
  if (step.gives_up !== undefined) return { outcome: 'gave-up', reason: step.gives_up, spent };
  if (step.unreadable !== undefined) return { outcome: 'unreadable', reason: step.unreadable, spent };
  if (step.fails !== undefined) return { outcome: 'failed', reason: step.fails, spent };
  const trouble = !contract.changes
    ? null
    : await (session === undefined ? change(step, call) : actOut(step, call, session));
  if (trouble !== null) return { outcome: 'failed', reason: trouble, spent };
  // The playbook was checked against the task when it was read.
  const answer = contract.answer.parse(step.answer) as z.output<Contract['answer']>;
  const reply: unknown = Reflect.get(Object(answer), 'reply');
  if (typeof reply === 'string') session?.hear({ type: 'text', text: reply });
  return { outcome: 'answered', answer, words: '', spent };
}

/** Runs the commands and makes the edits; gives what went wrong, or null. */
async function change({ commands, edits }: PlaybookStep, call: AgentCall<PlaybookConfig>): Promise<string | null> {
  if (commands.length === 0 && edits.length === 0) return null;
  const tree = await call.tree();
  for (const shell of commands) {
    call.log.say(`$ ${shell}`);
    const outcome = await runInTree(call, tree, { argv: { shell } });
    call.signal.throwIfAborted();
    if (outcome.exitCode !== 0) return `\`${shell}\`: ${outcome.reason}`;
  }
  const made = await applyEdits(tree, edits);
  return made.ok ? null : made.reason;
}

/** The same in a session, where commands and edits are tool calls: one that fails is heard, as a coding agent would see it. */
async function actOut(
  { commands, edits }: PlaybookStep,
  call: AgentCall<PlaybookConfig>,
  session: SessionLink,
): Promise<string | null> {
  if (commands.length === 0 && edits.length === 0) return null;
  const tree = await call.tree();
  for (const [at, shell] of commands.entries()) {
    const id = `command-${at}`;
    session.hear({ type: 'tool', id, tool: 'shell', use: 'command', target: shell });
    const printed: Buffer[] = [];
    const { exitCode, reason } = await runInTree(
      call,
      tree,
      { argv: { shell } },
      { onStdout: (bytes) => printed.push(bytes) },
    );
    call.signal.throwIfAborted();
    const output = Buffer.concat(printed).toString('utf8') || reason;
    session.hear({ type: 'result', id, ok: exitCode === 0, exitCode, output });
  }
  for (const [at, edit] of edits.entries()) {
    const id = `edit-${at}`;
    session.hear({ type: 'tool', id, tool: 'edit', use: 'write', target: edit.file });
    const made = await applyEdits(tree, [edit]);
    session.hear({ type: 'result', id, ok: made.ok, exitCode: null, output: made.ok ? '' : made.reason });
    if (!made.ok) return made.reason;
  }
  return null;
}

function spentBy({ cost }: PlaybookStep): Spent {
  const { uncachedInput = 0, cacheRead = 0, cacheWrite = 0, output = 0, reasoning = 0 } = cost.tokens;
  return { tokens: { uncachedInput, cacheRead, cacheWrite, output, reasoning }, money: cost.money, model: null };
}

function failed(reason: string): AgentAnswer<never> {
  return { outcome: 'failed', reason, spent: costsNothing };
}
