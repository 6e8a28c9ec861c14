import { taskOrchestratorInput } from '#lib/machines/task-orchestrator/input.ts';
import { plan } from '#lib/tasks/plan.ts';
import { recordsOf } from '#server/store/finalise-rows.ts';
import { createGit, type Git } from '#server/workspace/git.ts';
import { damageBesideLocks, isSetUp, openWorkspace } from '#server/workspace/open-workspace.ts';
import { locateWorkspace, type Workspace } from '#server/workspace/workspace.ts';
import type { AskedRun } from '../ask-in-turn.ts';
import { type ActivityContext, ActivityFailure } from '../context.ts';
import { rememberedArtifact } from '../remembered-artifact.ts';
import { rememberedInput } from '../remembered-input.ts';
import { treeRequest } from '../tree-request.ts';

/** What the task was launched with; it never changes. */
export const taskInputOf = rememberedInput(taskOrchestratorInput);

export interface TaskTree {
  readonly git: Git;
  readonly workspace: Workspace;
}

/**
 * The task's own tree. What is written in it is not committed before the end, so a task that has begun its plan goes on only
 * on its host and in the tree as it lies there: elsewhere, and in a damaged one, it ends with what is known of it.
 */
export async function openTaskTree(context: ActivityContext): Promise<TaskTree> {
  const input = await taskInputOf(context);
  const git = createGit({ signal: context.signal });
  const request = treeRequest(context, input);
  const steps = await recordsOf(context.host.pool, context.runId, 'step');
  if (steps.length > 0) return { git, workspace: await treeAsItLies(locateWorkspace(request)) };
  const opened = await openWorkspace(git, request);
  if (!opened.ok) throw new ActivityFailure('E_IO', opened.reason);
  return { git, workspace: opened.workspace };
}

async function treeAsItLies(workspace: Workspace): Promise<Workspace> {
  if (!isSetUp(workspace))
    throw new ActivityFailure('E_IO', 'the tree of this task lies on a host that is gone', { final: true });
  const damage = await damageBesideLocks(workspace);
  if (damage === null) return workspace;
  throw new ActivityFailure('E_IO', `the tree of this task cannot be used any more: ${damage}`, { final: true });
}

/** The task as its agents are asked. */
export async function askedTask(context: ActivityContext): Promise<AskedRun> {
  const [{ agents }, tree] = await Promise.all([taskInputOf(context), openTaskTree(context)]);
  return { agents, ...tree };
}

/** A plan by the hash of exactly what was shown. */
export const planOf = rememberedArtifact(plan);
