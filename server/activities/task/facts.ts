import { type TaskOrchestratorInput, taskOrchestratorInput } from '#lib/machines/task-orchestrator/input.ts';
import { remember } from '#lib/remember.ts';
import { type Plan, plan } from '#lib/tasks/plan.ts';
import { recordsOf } from '#server/store/finalise-rows.ts';
import { runInput } from '#server/store/run-input.ts';
import { createGit, type Git } from '#server/workspace/git.ts';
import { isSetUp, openWorkspace } from '#server/workspace/open-workspace.ts';
import { locateWorkspace, type Workspace } from '#server/workspace/workspace.ts';
import type { AskedRun } from '../ask-in-turn.ts';
import { type ActivityContext, ActivityFailure } from '../context.ts';
import { treeRequest } from '../tree-request.ts';

/** What the task was launched with; it never changes. */
export async function taskInputOf({ host, runId }: ActivityContext): Promise<TaskOrchestratorInput> {
  return await inputs(runId, async () => taskOrchestratorInput.parse(await runInput(host.pool, runId)));
}

const inputs = remember<TaskOrchestratorInput>(100);

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
export async function planOf(context: ActivityContext, planId: string): Promise<Plan> {
  return await plans(planId, async () =>
    plan.parse(JSON.parse((await context.host.artifacts.get(planId)).toString('utf8'))),
  );
}

const plans = remember<Plan>(50);
