import type { z } from 'zod';
import type { AgentTaskContract } from '#lib/agents/contract.ts';
import type { AgentConfig } from '#lib/config/sections/agents.ts';
import { askAgent } from '#server/agents/ask-agent.ts';
import type { AgentAnswer } from '#server/agents/task-agent.ts';
import type { Git } from '#server/workspace/git.ts';
import { wallsAround } from '#server/workspace/walls.ts';
import type { Workspace } from '#server/workspace/workspace.ts';
import { type ActivityContext, ActivityFailure } from './context.ts';
import { readAtBase } from './firmware/read-at-base.ts';

/** A run whose agents can be asked: who they are, and its own tree. */
export interface AskedRun {
  readonly agents: readonly AgentConfig[];
  readonly git: Git;
  readonly workspace: Workspace;
}

/** Asks the agents of a run in turn until one has something to say. The last one's answer is given whatever it is. */
export async function askInTurn<Contract extends AgentTaskContract>(
  context: ActivityContext,
  { agents, git, workspace }: AskedRun,
  { contract, input }: { readonly contract: Contract; readonly input: z.input<Contract['input']> },
): Promise<AgentAnswer<Contract>> {
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
  if (last === null) throw new ActivityFailure('E_MODEL', 'the run has no agent', { final: true });
  return last;
}
