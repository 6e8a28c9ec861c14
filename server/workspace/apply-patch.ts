import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { checkWithGit, exactFit, type PatchFit } from './check-patch.ts';
import { type Differences, readDifferences } from './differences.ts';
import type { Git } from './git.ts';
import { unsettled } from './marks.ts';
import { patchForTree } from './patch-for-tree.ts';
import { type PatchRefusal, refusePatch } from './patch-refusal.ts';
import { type Beside, tryPatch } from './try-patch.ts';
import type { Workspace } from './workspace.ts';
import { fromRoot, workspaceGit } from './workspace-git.ts';

/** A patch that was applied. */
export interface AppliedPatch extends PatchFit {
  /** What the tree differs in from the base commit with it. */
  readonly differences: Differences;
}

export interface ApplyOptions {
  /** `strict` refuses what only a merge makes fit. */
  readonly merge?: 'strict' | 'three-way';
  /** What is done in the same process once the patch is written, for a patch that is found to fit. */
  readonly beside?: (fit: PatchFit) => Beside | undefined;
  /** Git is not started before. */
  readonly writesAfter?: PromiseLike<void>;
}

/** Applies a patch to tree and index: all of it, or nothing and the reason. */
export async function applyPatch(
  git: Git,
  workspace: Workspace,
  patch: string | Uint8Array,
  { merge = 'three-way', beside: besideOf, writesAfter }: ApplyOptions = {},
): Promise<AppliedPatch | PatchRefusal> {
  const read = await patchForTree(workspace, patch);
  if (!read.ok) return read;
  const exact = await exactFit(workspace, read);
  await writesAfter;
  const checked = exact ?? (await checkWithGit(git, workspace, read));
  if (!checked.ok) return checked;
  if (merge === 'strict' && checked.fit === 'three-way')
    return refusePatch('DRIFTED', 'the patch fits only by a three-way merge', {});
  unsettled.set(workspace);
  const beside = besideOf?.(checked);
  const written = await tryPatch(git, workspace, checked.plan, { mode: 'write', ...(beside && { beside }) });
  if (written.ok) return { ...checked, differences: readDifferences(written.stdout) };
  if (written.stopped) return refusePatch('GIT_FAILED', `the patch was not written: ${written.trouble}`, {});
  const isUnwritten = REFUSED_UNWRITTEN.test(written.stderr);
  if (!isUnwritten) await takeBack(git, workspace, checked);
  await beside?.undo();
  unsettled.clear(workspace);
  const again = isUnwritten ? await checkWithGit(git, workspace, read) : checked;
  if (!again.ok) return again;
  return refusePatch('GIT_FAILED', `the patch fits but could not be written: ${written.trouble}`, {});
}

/** What git says when it refuses a patch before it writes anything; whatever else ends it may have come half-way. */
const REFUSED_UNWRITTEN =
  /^error: .*(?:patch does not apply|does not exist in index|already exists in .*|does not match index|is beyond a symbolic link|wrong type)$/m;

/** The index is as it was: what it lists is written again, the patch's other files go. */
async function takeBack(git: Git, workspace: Workspace, { paths }: PatchFit): Promise<void> {
  const inTree = workspaceGit(git, workspace);
  const rooted = paths.map((path) => fromRoot(workspace, path));
  const listed = new Set((await inTree(['ls-files', '-z', '--', ...rooted])).stdout.split('\0'));
  const added = rooted.filter((path) => !listed.has(path));
  await Promise.all(added.map((path) => rm(join(workspace.root, path), { force: true }).catch(ignoreNotAFolder)));
  const restored = rooted.filter((path) => listed.has(path));
  await inTree(['checkout-index', '--force', '-z', '--stdin'], { stdin: restored.map((path) => `${path}\0`).join('') });
}

function ignoreNotAFolder(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOTDIR') throw error;
}
