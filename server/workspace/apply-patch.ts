import { checkWithGit, exactFit, type PatchFit } from './check-patch.ts';
import { type Differences, readDifferences } from './differences.ts';
import { type Git, gitRefusal } from './git.ts';
import { unsettled } from './marks.ts';
import { patchForTree } from './patch-for-tree.ts';
import { type PatchRefusal, refusePatch } from './patch-refusal.ts';
import type { Refusal } from './refusal.ts';
import { removeUnlisted } from './remove-unlisted.ts';
import { type Beside, tryPatch } from './try-patch.ts';
import type { Workspace } from './workspace.ts';
import { fromRoot, workspaceGit } from './workspace-git.ts';

/** A patch that was applied. */
export interface AppliedPatch extends PatchFit {
  /** What the tree differs in from the base commit with it; only from the kept one where something was done `beside`. */
  readonly differences: Differences;
}

export interface ApplyOptions {
  /** `strict` refuses what only a merge makes fit. */
  readonly merge?: 'strict' | 'three-way';
  /**
   * What is done in the same process once the patch is written, for a patch that is found to fit; the differences are listed
   * meanwhile, so that they say nothing of what the patch itself touches.
   */
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
  const read = patchForTree(workspace, patch);
  if (!read.ok) return read;
  const exact = exactFit(workspace, read);
  await writesAfter;
  const tried = exact && (await write(git, workspace, exact, besideOf));
  if (tried && !tried.isUnwritten) return tried.answer;
  const checked = await checkWithGit(git, workspace, read);
  if (!checked.ok) return checked;
  if (merge === 'strict' && checked.fit === 'three-way')
    return refusePatch('DRIFTED', 'the patch fits only by a three-way merge', {});
  return (await write(git, workspace, checked, besideOf)).answer;
}

interface Written {
  readonly answer: AppliedPatch | PatchRefusal;
  /** Git found that it does not fit after all, before it wrote anything. */
  readonly isUnwritten: boolean;
}

async function write(
  git: Git,
  workspace: Workspace,
  fit: PatchFit,
  besideOf: ApplyOptions['beside'],
): Promise<Written> {
  unsettled.set(workspace);
  const beside = besideOf?.(fit);
  const written = await tryPatch(git, workspace, fit.plan, { mode: 'write', ...(beside && { beside }) });
  if (written.ok) return { answer: { ...fit, differences: readDifferences(written.stdout) }, isUnwritten: false };
  if (written.stopped) return failed(`the patch was not written: ${written.trouble}`);
  const isUnwritten = REFUSED_UNWRITTEN.test(written.stderr);
  // Where it may have come half-way the tree stays unsettled: whoever opens it next has it repaired.
  const back = isUnwritten ? null : await takeBack(git, workspace, fit);
  if (back?.ok === false) return failed(`the patch could be neither written nor taken back: ${back.reason}`);
  await beside?.undo();
  if (isUnwritten) unsettled.clear(workspace);
  return failed(`the patch fits but could not be written: ${written.trouble}`, isUnwritten);
}

function failed(reason: string, isUnwritten = false): Written {
  return { answer: refusePatch('GIT_FAILED', reason, {}), isUnwritten };
}

/** What git says when it refuses a patch before it writes anything; whatever else ends it may have come half-way. */
const REFUSED_UNWRITTEN =
  /^error: .*(?:patch does not apply|does not exist in index|already exists in .*|does not match index|is beyond a symbolic link|wrong type)$/m;

/**
 * Index and tree get the patch's files as the kept commit has them; its other files go. What was done beside may have made
 * the patch itself the kept one, so this alone settles nothing.
 */
async function takeBack(
  git: Git,
  workspace: Workspace,
  { paths }: PatchFit,
): Promise<{ readonly ok: true } | Refusal<'GIT_FAILED'>> {
  const rooted = paths.map((path) => fromRoot(workspace, path));
  const reset = await workspaceGit(git, workspace)(['reset', '--quiet', 'HEAD', '--', ...rooted]);
  if (!reset.ok) return gitRefusal('take a patch out of the index', reset);
  const removed = await removeUnlisted(git, workspace, paths);
  if (!removed.ok) return removed;
  const stdin = removed.listed.map((path) => `${path}\0`).join('');
  const written = await workspaceGit(git, workspace)(['checkout-index', '--force', '-z', '--stdin'], { stdin });
  return written.ok ? { ok: true } : gitRefusal('put back the files of a patch', written);
}
