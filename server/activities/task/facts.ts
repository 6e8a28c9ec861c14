import { taskOrchestratorInput } from '#lib/machines/task-orchestrator/input.ts';
import { plan } from '#lib/tasks/plan.ts';
import { recordsOf } from '#server/store/finalise-rows.ts';
import { createGit, type Git } from '#server/workspace/git.ts';
import { isSetUp, openWorkspace } from '#server/workspace/open-workspace.ts';
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
 * The task's own tree. What is written in it is not committed before the end, so a task that wrote something goes on only
 * on its host: elsewhere it ends with what is known of it.
 */
export async function openTaskTree(context: ActivityContext): Promise<TaskTree> {
  const input = await taskInputOf(context);
  const git = createGit({ signal: context.signal });
  const request = treeRequest(context, input);
  const isHere = await isSetUp(locateWorkspace(request));
  const steps = isHere ? [] : await recordsOf(context.host.pool, context.runId, 'step');
  if (steps.length > 0)
    throw new ActivityFailure('E_IO', 'the tree of this task lies on a host that is gone', { final: true });
  const opened = await openWorkspace(git, request);
  if (!opened.ok) throw new ActivityFailure('E_IO', opened.reason);
  return { git, workspace: opened.workspace };
}

/** The task as its agents are asked. */
export async function askedTask(context: ActivityContext): Promise<AskedRun> {
  const [{ agents }, tree] = await Promise.all([taskInputOf(context), openTaskTree(context)]);
  return { agents, ...tree };
}

/** A plan by the hash of exactly what was shown. */
export const planOf = rememberedArtifact(plan);
