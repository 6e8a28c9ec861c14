import { unknownCost } from '#lib/agents/spent.ts';
import { judge as task } from '#lib/agents/tasks/firmware.ts';
import { agentName } from '#lib/config/sections/agents.ts';
import type { JudgeConfig } from '#lib/config/sections/judge.ts';
import { free, type Usage, usageOf } from '#server/agents/agent.ts';
import { askAgent } from '#server/agents/ask-agent.ts';
import { withDraft } from '#server/agents/draft.ts';
import type { AgentAnswer } from '#server/agents/task-agent.ts';
import { diffBetween } from '#server/workspace/diff-between.ts';
import { workspaceGit } from '#server/workspace/workspace-git.ts';
import type { ActivityContext } from '../context.ts';
import { type Judgement, judgementOf, keepJudgement } from './judgement.ts';
import { readAtBase } from './read-at-base.ts';
import { inputOf } from './run-facts.ts';
import { type OpenedTree, openTree } from './workspace.ts';

/** A judge who says nothing within this many milliseconds is not waited for: the result counts as it was measured. */
const judgingMs = 5 * 60_000;
const largestPatch = 60_000;

/** What is known of a result, in words. */
export interface JudgedResult {
  readonly before: string;
  readonly after: string;
}

export interface Judging {
  /** Null when no judge has said anything. */
  readonly judgement: Judgement | null;
  /** Why a judge who was asked said nothing; null otherwise. */
  readonly lack: string | null;
  readonly usage: Usage;
}

const unasked: Judging = { judgement: null, lack: null, usage: free };

/**
 * Asks the judge of the project how far the result of this tree can be trusted; once for a tree, so that a confirmation counts
 * what was said before. A judge who fails changes nothing.
 */
export async function askJudge(context: ActivityContext, config: JudgeConfig, result: JudgedResult): Promise<Judging> {
  await context.confirmed;
  const tree = await openTree(context);
  const commit = await headOf(tree);
  if (commit === tree.workspace.baseCommit) return unasked;
  const known = await judgementOf(context, commit);
  if (known !== null) {
    await keepJudgement(context, known);
    return { ...unasked, judgement: known };
  }
  const agent = { ...config, name: config.name ?? 'judge' };
  const said = await ask(context, { tree, agent, commit, result });
  if (said.outcome !== 'answered') return { judgement: null, lack: said.reason, usage: usageOf(said.spent) };
  const judgement = { commit, agent: agentName(agent), ...said.answer };
  await keepJudgement(context, judgement);
  return { judgement, lack: null, usage: usageOf(said.spent) };
}

interface Question {
  readonly tree: OpenedTree;
  readonly agent: JudgeConfig;
  readonly commit: string;
  readonly result: JudgedResult;
}

async function ask(context: ActivityContext, question: Question): Promise<AgentAnswer<typeof task>> {
  const { tree, agent, commit, result } = question;
  const { git, workspace } = tree;
  const [{ goal }, diff] = await Promise.all([
    inputOf(context),
    diffBetween(git, workspace, workspace.baseCommit, commit, { capBytes: largestPatch }),
  ]);
  if (!diff.ok) return failed(`the change could not be read: ${diff.reason}`);
  const late = AbortSignal.timeout(judgingMs);
  const hasty = { ...context, signal: AbortSignal.any([context.signal, late]) };
  const { activityId, host } = context;
  try {
    return await withDraft({ git, workspace, home: host.home, activityId }, ({ tree: draft }) =>
      askAgent(hasty, {
        agent,
        contract: task,
        input: { goal: goal.text, patch: diff.text, ...result },
        tree: draft,
        readFile: (path) => readAtBase(tree, path),
      }),
    );
  } catch (error) {
    context.signal.throwIfAborted();
    if (!late.aborted) throw error;
    return failed(`it said nothing within ${judgingMs / 1_000} s`);
  }
}

async function headOf({ git, workspace }: OpenedTree): Promise<string> {
  const head = await workspaceGit(git, workspace)(['rev-parse', 'HEAD']);
  if (!head.ok) throw new Error(`git does not know the tree: ${head.trouble}`);
  return head.stdout.trim();
}

function failed(reason: string): AgentAnswer<never> {
  return { outcome: 'failed', reason, spent: unknownCost };
}
