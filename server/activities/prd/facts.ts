import { prdAgentInput } from '#lib/machines/prd-agent/input.ts';
import { activeContextFile } from '#lib/prd/active-context.ts';
import { prd } from '#lib/prd/prd.ts';
import { createGit } from '#server/workspace/git.ts';
import { isSetUp, openWorkspace } from '#server/workspace/open-workspace.ts';
import { readRef } from '#server/workspace/refs.ts';
import { rollBackTo } from '#server/workspace/roll-back.ts';
import { headRef, locateWorkspace } from '#server/workspace/workspace.ts';
import { fromRoot, workspaceGit, zeroSeparated } from '#server/workspace/workspace-git.ts';
import type { AskedRun } from '../ask-in-turn.ts';
import { type ActivityContext, ActivityFailure } from '../context.ts';
import { madeElsewhere, type OpenedTree } from '../firmware/workspace.ts';
import { rememberedArtifact } from '../remembered-artifact.ts';
import { rememberedInput } from '../remembered-input.ts';
import { treeRequest } from '../tree-request.ts';
import { forgetContext } from './context-file.ts';

/** What the session was launched with; it never changes. */
export const prdInputOf = rememberedInput(prdAgentInput);

/** The session's own tree as it was left; on a host that sees it for the first time, as the last commit has it. */
export async function openPrdTree(context: ActivityContext): Promise<OpenedTree> {
  const input = await prdInputOf(context);
  const git = createGit({ signal: context.signal });
  const request = treeRequest(context, input);
  const elsewhere = isSetUp(locateWorkspace(request)) ? null : await madeElsewhere(context);
  const opened = await openWorkspace(git, { ...request, ...elsewhere });
  if (!opened.ok) throw new ActivityFailure('E_IO', opened.reason);
  return { git, workspace: opened.workspace };
}

/**
 * The session's tree with exactly this commit in it, or the one that it began with. What an activity that was cut off has
 * left is gone; what was built stays.
 */
export async function prdTreeAt(context: ActivityContext, commit: string | null): Promise<OpenedTree> {
  const tree = await openPrdTree(context);
  const { git, workspace } = tree;
  const wanted = commit ?? workspace.baseCommit;
  if (readRef(workspace, headRef(context.runId)) !== wanted) {
    await forgetContext(workspace);
    const back = await rollBackTo(git, workspace, wanted);
    if (!back.ok) throw new ActivityFailure('E_IO', back.reason);
    return tree;
  }
  const inTree = workspaceGit(git, workspace);
  const listed = await inTree(['ls-files', '-z', '--modified', '--deleted']);
  const own = fromRoot(workspace, activeContextFile);
  const strayed = [...new Set(zeroSeparated(listed.stdout))].filter((path) => path !== own);
  if (strayed.length === 0) return tree;
  const restored = await inTree(['checkout-index', '--force', '-z', '--stdin'], {
    stdin: strayed.map((path) => `${path}\0`).join(''),
  });
  if (!restored.ok) throw new ActivityFailure('E_IO', `git could not put files back: ${restored.trouble}`);
  return tree;
}

/** The session as its agents are asked. */
export async function askedSession(context: ActivityContext): Promise<AskedRun> {
  const [{ agents }, tree] = await Promise.all([prdInputOf(context), openPrdTree(context)]);
  return { agents, ...tree };
}

/** A document by the hash of exactly what was shown. */
export const prdOf = rememberedArtifact(prd);
