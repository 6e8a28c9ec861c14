import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import picomatch from 'picomatch';
import { type Git, gitRefusal } from './git.ts';
import { gitSteps } from './git-steps.ts';
import type { Refusal } from './refusal.ts';
import { deadlines } from './tunables.ts';
import type { Workspace } from './workspace.ts';
import { fromDirectory, fromRoot, workspaceGit, zeroSeparated } from './workspace-git.ts';

export interface RestoredFile {
  readonly path: string;
  /** `restored` to the base commit's bytes, or `removed` because the base has no such file. */
  readonly change: 'restored' | 'removed';
}

/**
 * Puts every protected file back to what it is in the base commit, in tree and index, and removes protected files that the
 * base does not have, so that only the project's own tests are measured. Files that git ignores are left to `rollBackTo`
 * with `clean: 'everything'`. Attribute files are always protected: they could change the bytes of what is restored.
 */
export async function restoreProtected(
  git: Git,
  workspace: Workspace,
  globs: readonly string[],
  baseCommit: string = workspace.baseCommit,
): Promise<{ readonly ok: true; readonly files: readonly RestoredFile[] } | Refusal<'GIT_FAILED'>> {
  const inTree = workspaceGit(git, workspace);
  const isProtected = picomatch([...globs, ...alwaysProtected], globOptions);
  const listed = await inTree(gitSteps(LIST_DIFFERENCES, [baseCommit]));
  if (!listed.ok) return gitRefusal('compare the tree with the base commit', listed);

  const protectedOnly = (paths: readonly string[]) =>
    paths.filter((path) => {
      const own = fromDirectory(workspace, path);
      return own !== null && isProtected(own);
    });
  const { base, extra } = sort(zeroSeparated(listed.stdout));
  const untracked = protectedOnly((await Promise.all(extra.map((path) => filesIn(workspace, path)))).flat());
  const removed = untracked.filter((path) => !base.has(path));
  const tracked = protectedOnly([...base.keys()]);

  await Promise.all(removed.map((path) => rm(join(workspace.root, path), { force: true })));
  if (tracked.length > 0) {
    const restored = await inTree(
      ['restore', `--source=${baseCommit}`, '--staged', '--worktree', '--pathspec-from-file=-', '--pathspec-file-nul'],
      { stdin: tracked.map((path) => `${path}\0`).join(''), deadlineMs: deadlines.copy },
    );
    if (!restored.ok) return gitRefusal('restore the protected files', restored);
  }
  const files = [
    ...tracked.map((path) => ({ path, change: base.get(path) ?? 'restored' })),
    ...removed.map((path) => ({ path, change: 'removed' as const })),
  ];
  return {
    ok: true,
    files: files.map(({ path, change }) => ({ path: path.slice(fromRoot(workspace, '').length), change })),
  };
}

/** Hidden files count, and so do names with a newline, which a dot would not match otherwise; `Tests` is `tests` on some file systems, and to the policy. */
const globOptions = { dot: true, flags: 'si' } as const;

const alwaysProtected = ['.gitattributes', '**/.gitattributes'];

/** Index against base as pairs of a letter and a path; a lone `-`; then tree against index as paths after a letter and a blank. */
const LIST_DIFFERENCES = `
  git diff-index --cached --no-renames --name-status -z "$1"
  printf -- '-\\0'
  git ls-files -t -z --others --modified --deleted --exclude-standard`;

/** `base`: what differs from the base and is known to base or index. `extra`: what git does not know at all. */
function sort(entries: readonly string[]) {
  const base = new Map<string, RestoredFile['change']>();
  const extra: string[] = [];
  let at = 0;
  for (; entries[at] !== '-'; at += 2) base.set(entries[at + 1] ?? '', entries[at] === 'A' ? 'removed' : 'restored');
  for (const entry of entries.slice(at + 1)) {
    const path = entry.slice(2);
    if (entry.startsWith('? ')) extra.push(path);
    else if (!base.has(path)) base.set(path, 'restored');
  }
  return { base, extra };
}

/** Git does not look into a folder that has its own `.git`; a test hidden there must still be found. */
async function filesIn(workspace: Workspace, path: string): Promise<string[]> {
  if (!path.endsWith('/')) return [path];
  const entries = await readdir(join(workspace.root, path), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(workspace.root.length + 1));
}
