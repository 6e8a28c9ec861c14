import { stagedWorkflowInput } from '#lib/machines/staged-workflow/input.ts';
import { type RowKind, readRows, type WorkflowRow } from '#lib/workflow/rows.ts';
import { workflowTemplate } from '#lib/workflow/template.ts';
import { recordsOf } from '#server/store/finalise-rows.ts';
import { createGit, type Git } from '#server/workspace/git.ts';
import { openWorkspace } from '#server/workspace/open-workspace.ts';
import type { Workspace } from '#server/workspace/workspace.ts';
import type { AskedRun } from '../ask-in-turn.ts';
import { type ActivityContext, ActivityFailure } from '../context.ts';
import { rememberedArtifact } from '../remembered-artifact.ts';
import { rememberedInput } from '../remembered-input.ts';
import { treeRequest } from '../tree-request.ts';

/** What the workflow was launched with; it never changes. */
export const workflowInputOf = rememberedInput(stagedWorkflowInput);

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
export const templateAt = rememberedArtifact(workflowTemplate);

/** The workflow as its playbook is asked where nobody is around. */
export async function askedWorkflow(context: ActivityContext): Promise<AskedRun> {
  const [{ answers }, tree] = await Promise.all([workflowInputOf(context), openWorkflowTree(context)]);
  return { agents: answers === null ? [] : [answers], ...tree };
}
