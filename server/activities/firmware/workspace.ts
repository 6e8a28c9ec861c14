import type { FirmwareLoopInput } from '#lib/machines/firmware-loop/input.ts';
import { bundlesOf } from '#server/store/bundles.ts';
import { treeOfRun } from '#server/store/tree-of-run.ts';
import { createGit, type Git } from '#server/workspace/git.ts';
import { unbuilt } from '#server/workspace/marks.ts';
import { isSetUp, openWorkspace } from '#server/workspace/open-workspace.ts';
import { readRef } from '#server/workspace/refs.ts';
import { rollBackTo } from '#server/workspace/roll-back.ts';
import type { IterationBundle } from '#server/workspace/store.ts';
import { headRef, locateWorkspace, type Workspace } from '#server/workspace/workspace.ts';
import { type ActivityContext, ActivityFailure } from '../context.ts';
import { inputOf } from './run-facts.ts';

export interface OpenedTree {
  readonly git: Git;
  readonly workspace: Workspace;
}

/**
 * The run's worktree at its kept commit, made or repaired when it is not whole. On a host that sees the run for the first
 * time it is built anew from bundles, at the commit where the run stands, with nothing built in it. `baseCommit` is given
 * before the run knows it.
 */
export async function openTree(context: ActivityContext, baseCommit?: string): Promise<OpenedTree> {
  const input = await inputOf(context);
  const git = createGit({ signal: context.signal });
  const request = {
    home: context.host.home,
    runId: context.runId,
    repository: input.repository.path,
    baseCommit: baseCommit ?? baseOf(input),
    subdirectory: input.repository.subdirectory ?? '',
  };
  // Once for activities that follow each other on the spot, until one of them has worked in the tree.
  const { reads, worked } = context.unwritten;
  const opened = await reads.once(`tree at ${request.baseCommit} ${worked}`, async () => {
    const place = locateWorkspace(request);
    const isHere = isSetUp(place);
    if (!isHere) await context.confirmed;
    const elsewhere = isHere ? null : await madeElsewhere(context);
    if (elsewhere !== null) unbuilt.set(place);
    return await openWorkspace(git, { ...request, ...elsewhere, changesAfter: context.confirmed });
  });
  if (!opened.ok) throw new ActivityFailure('UNHANDLED_EXCEPTION', opened.reason);
  return { git, workspace: opened.workspace };
}

/** The run's worktree with exactly this commit in it. */
export async function treeAt(context: ActivityContext, commit: string): Promise<OpenedTree> {
  const tree = await openTree(context);
  if (readRef(tree.workspace, headRef(context.runId)) === commit) return tree;
  await context.confirmed;
  const back = await rollBackTo(tree.git, tree.workspace, commit);
  if (!back.ok) throw new ActivityFailure('UNHANDLED_EXCEPTION', back.reason);
  return tree;
}

function baseOf(input: FirmwareLoopInput): string {
  if (input.baseCommit !== undefined) return input.baseCommit;
  throw new ActivityFailure('CONFIG_INVALID', 'the run has no base commit', { final: true });
}

/** Where the run stands and its commits, for a host that sees it for the first time; null for a run that begins. */
export async function madeElsewhere({
  host,
  runId,
}: ActivityContext): Promise<{ at: string; bundles: readonly IterationBundle[] } | null> {
  const at = await treeOfRun(host.pool, runId);
  if (at === null) return null;
  const stored = await bundlesOf(host.pool, runId);
  const bundles = await Promise.all(
    stored.map(async ({ iteration, hash }) => ({ iteration, bytes: await host.artifacts.get(hash) })),
  );
  return { at, bundles };
}
