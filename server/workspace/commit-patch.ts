import { basename } from 'node:path';
import { type AppliedPatch, type ApplyOptions, applyPatch } from './apply-patch.ts';
import { type CommitSteps, commitIteration, commitSteps, type IterationCommit } from './commit-iteration.ts';
import type { Git } from './git.ts';
import type { PatchRefusal } from './patch-refusal.ts';
import { setProvisional } from './provisional.ts';
import { readRef } from './refs.ts';
import type { Refusal } from './refusal.ts';
import { protectedBy, type RestoredFile, restoreProtected } from './restore-protected.ts';
import { headRef, iterationRef, type Workspace } from './workspace.ts';

export interface PatchToCommit extends Pick<ApplyOptions, 'merge' | 'writesAfter'> {
  readonly patch: string | Uint8Array;
  /** Protected files are put back before anything is committed. */
  readonly globs: readonly string[];
  readonly iteration: number;
  readonly message: string;
}

/** A patch that is in the tree, with what became of the commit. */
export interface CommittedPatch extends Pick<AppliedPatch, 'ok' | 'note'> {
  readonly restored: readonly RestoredFile[];
  readonly committed: IterationCommit | Refusal<'NOTHING_CHANGED' | 'GIT_FAILED'>;
}

/**
 * Applies a patch, puts protected files back, and commits what is left of it as an iteration. A patch that touches nothing
 * protected is committed by the process that applies it: then only the tree can differ in a protected file, no commit, and
 * whether it does can be looked for meanwhile. The patch is provisional until `clearProvisional` is called.
 */
export async function commitPatch(
  git: Git,
  workspace: Workspace,
  { patch, globs, iteration, message, ...how }: PatchToCommit,
): Promise<CommittedPatch | PatchRefusal> {
  let done: CommitSteps | undefined;
  const isProtected = protectedBy(globs);
  const applied = await applyPatch(git, workspace, patch, {
    ...how,
    beside({ paths }) {
      const onto = readRef(workspace, headRef(workspace.runId));
      if (onto !== null)
        setProvisional(workspace, { onto, ref: iterationRef(workspace.runId, iteration), paths: [...paths] });
      if (!paths.some((path) => isProtected(path) || hidesFiles(path))) done = commitSteps(workspace, { message });
      return done;
    },
  });
  if (!applied.ok) return applied;
  const { note, differences } = applied;
  const restored = await restoreProtected(git, workspace, globs, differences);
  if (!restored.ok) {
    await done?.undo();
    return { ok: true, note, restored: [], committed: restored };
  }
  const committed = await commitIteration(git, workspace, iteration, message, { ...(done && { done }) });
  return { ok: true, note, restored: restored.files, committed };
}

/** Whether a file decides which others git lists at all. */
function hidesFiles(path: string): boolean {
  return basename(path) === '.gitignore';
}
