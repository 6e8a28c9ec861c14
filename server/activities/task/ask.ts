import type { z } from 'zod';
import type { AgentTaskContract } from '#lib/agents/contract.ts';
import { askAgent } from '#server/agents/ask-agent.ts';
import type { AgentAnswer } from '#server/agents/task-agent.ts';
import { messagesTo } from '#server/store/records.ts';
import { wallsAround } from '#server/workspace/walls.ts';
import { type ActivityContext, ActivityFailure } from '../context.ts';
import { readAtBase } from '../firmware/read-at-base.ts';
import { oneSentence } from '../one-sentence.ts';
import { openTaskTree, taskInputOf } from './facts.ts';

/** Asks the agents of the task in turn until one has something to say. The last one's answer is given whatever it is. */
export async function ask<Contract extends AgentTaskContract>(
  context: ActivityContext,
  contract: Contract,
  input: z.input<Contract['input']>,
): Promise<AgentAnswer<Contract>> {
  const [{ agents }, { git, workspace }] = await Promise.all([taskInputOf(context), openTaskTree(context)]);
  const tree = {
    root: workspace.root,
    directory: workspace.directory,
    sandbox: wallsAround(workspace.root, { store: workspace.store, home: context.host.home }),
  };
  let last: AgentAnswer<Contract> | null = null;
  for (const agent of agents) {
    last = await askAgent(context, {
      agent,
      contract,
      input,
      tree: async () => tree,
      readFile: (path) => readAtBase({ git, workspace }, path),
    });
    if (last.outcome === 'answered') return last;
    context.log.say(`${agent.name ?? agent.use}: ${last.reason}`);
  }
  if (last === null) throw new ActivityFailure('E_MODEL', 'the task has no agent', { final: true });
  return last;
}

/** The answer, or the failure that the machine recovers from. */
export async function mustAnswer<Contract extends AgentTaskContract>(
  context: ActivityContext,
  contract: Contract,
  input: z.input<Contract['input']>,
): Promise<z.output<Contract['answer']>> {
  const given = await ask(context, contract, input);
  if (given.outcome === 'answered') return given.answer;
  throw new ActivityFailure('E_MODEL', oneSentence(given.reason), { final: true });
}

/** Notes of people to the task. */
export async function notesTo({ host, runId }: ActivityContext): Promise<string[]> {
  return await messagesTo(host.pool, runId);
}
