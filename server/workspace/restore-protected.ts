import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import picomatch from 'picomatch';
import { type Git, gitRefusal } from './git.ts';
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
  const isProtected = picomatch([...globs, ...alwaysProtected], { dot: true });
  const [staged, loose] = await Promise.all([
    inTree(['diff-index', '--cached', '--no-renames', '--name-status', '-z', baseCommit]),
    inTree(['ls-files', '-t', '-z', '--others', '--modified', '--deleted', '--exclude-standard']),
  ]);
  if (!staged.ok) return gitRefusal('compare the index with the base commit', staged);
  if (!loose.ok) return gitRefusal('compare the tree with the index', loose);

  const protectedOnly = (paths: readonly string[]) =>
    paths.filter((path) => {
      const own = fromDirectory(workspace, path);
      return own !== null && isProtected(own);
    });
  const { base, extra } = sort(zeroSeparated(staged.stdout), zeroSeparated(loose.stdout));
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

const alwaysProtected = ['.gitattributes', '**/.gitattributes'];

/** `base`: what differs from the base and is known to base or index. `extra`: what git does not know at all. */
function sort(staged: readonly string[], loose: readonly string[]) {
  const base = new Map<string, RestoredFile['change']>();
  const extra: string[] = [];
  for (const entry of loose) {
    const path = entry.slice(2);
    if (entry.startsWith('? ')) extra.push(path);
    else base.set(path, 'restored');
  }
  for (let at = 0; at < staged.length; at += 2)
    base.set(staged[at + 1] ?? '', staged[at] === 'A' ? 'removed' : 'restored');
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
