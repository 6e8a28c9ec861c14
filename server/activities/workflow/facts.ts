import { type StagedWorkflowInput, stagedWorkflowInput } from '#lib/machines/staged-workflow/input.ts';
import { remember } from '#lib/remember.ts';
import { type RowKind, readRows, type WorkflowRow } from '#lib/workflow/rows.ts';
import { type WorkflowTemplate, workflowTemplate } from '#lib/workflow/template.ts';
import { recordsOf } from '#server/store/finalise-rows.ts';
import { runInput } from '#server/store/run-input.ts';
import { createGit, type Git } from '#server/workspace/git.ts';
import { openWorkspace } from '#server/workspace/open-workspace.ts';
import type { Workspace } from '#server/workspace/workspace.ts';
import type { AskedRun } from '../ask-in-turn.ts';
import { type ActivityContext, ActivityFailure } from '../context.ts';
import { treeRequest } from '../tree-request.ts';

/** What the workflow was launched with; it never changes. */
export async function workflowInputOf({ host, runId }: ActivityContext): Promise<StagedWorkflowInput> {
  return await inputs(runId, async () => stagedWorkflowInput.parse(await runInput(host.pool, runId)));
}

const inputs = remember<StagedWorkflowInput>(100);

export interface WorkflowTree {
  readonly git: Git;
  readonly workspace: Workspace;
}

/** The run's own tree, made anew from the base where another host goes on with it: what cells wrote they write again. */
export async function openWorkflowTree(context: ActivityContext): Promise<WorkflowTree> {
  const git = createGit({ signal: context.signal });
  const opened = await openWorkspace(git, treeRequest(context, await workflowInputOf(context)));
  if (!opened.ok) throw new ActivityFailure('WORKSPACE', opened.reason, { final: true });
  return { git, workspace: opened.workspace };
}

/** The rows of one kind that the run has filed in this round, oldest first. */
export async function rowsOf<Kind extends RowKind>(
  { host, runId }: Pick<ActivityContext, 'host' | 'runId'>,
  kind: Kind,
  round?: number,
): Promise<WorkflowRow<Kind>[]> {
  return readRows(kind, await recordsOf(host.pool, runId, kind), round);
}

/** A workflow by the hash that it is stored under. */
export async function templateAt({ host }: ActivityContext, hash: string): Promise<WorkflowTemplate> {
  return await templates(hash, async () =>
    workflowTemplate.parse(JSON.parse((await host.artifacts.get(hash)).toString('utf8'))),
  );
}

const templates = remember<WorkflowTemplate>(50);

/** The workflow as its playbook is asked where nobody is around. */
export async function askedWorkflow(context: ActivityContext): Promise<AskedRun> {
  const [{ answers }, tree] = await Promise.all([workflowInputOf(context), openWorkflowTree(context)]);
  return { agents: answers === null ? [] : [answers], ...tree };
}
