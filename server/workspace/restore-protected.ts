import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { protectedMatcher } from '#lib/policy/protected.ts';
import { type Differences, listDifferences, readDifferences } from './differences.ts';
import { type Git, gitRefusal } from './git.ts';
import type { Refusal } from './refusal.ts';
import { deadlines } from './tunables.ts';
import type { Workspace } from './workspace.ts';
import { fromDirectory, fromRoot, workspaceGit } from './workspace-git.ts';

export interface RestoredFile {
  readonly path: string;
  /** `restored` to the base commit's bytes, or `removed` because the base has no such file. */
  readonly change: 'restored' | 'removed';
}

/**
 * Puts every protected file back to what it is in the base commit, in tree and index, and removes protected files that the
 * base does not have, so that only the project's own tests are measured. Files that git ignores are left to `rollBackTo`
 * with `clean: 'everything'`. Attribute files are always protected: they could change the bytes of what is restored.
 * `known` spares looking for what the tree differs in from the base commit.
 */
export async function restoreProtected(
  git: Git,
  workspace: Workspace,
  globs: readonly string[],
  known?: Differences,
): Promise<{ readonly ok: true; readonly files: readonly RestoredFile[] } | Refusal<'GIT_FAILED'>> {
  const inTree = workspaceGit(git, workspace);
  const isProtected = protectedBy(globs);
  const found = known ?? (await differencesIn(git, workspace));
  if ('code' in found) return found;

  const protectedOnly = (paths: readonly string[]) =>
    paths.filter((path) => {
      const own = fromDirectory(workspace, path);
      return own !== null && isProtected(own);
    });
  const extra = (await Promise.all(found.untracked.map((path) => filesIn(workspace, path)))).flat();
  const removed = protectedOnly(extra).filter((path) => !found.tracked.has(path));
  const tracked = protectedOnly([...found.tracked.keys()]);

  await Promise.all(removed.map((path) => rm(join(workspace.root, path), { force: true })));
  if (tracked.length > 0) {
    const restored = await inTree(
      [
        'restore',
        `--source=${workspace.baseCommit}`,
        '--staged',
        '--worktree',
        '--pathspec-from-file=-',
        '--pathspec-file-nul',
      ],
      { stdin: tracked.map((path) => `${path}\0`).join(''), deadlineMs: deadlines.copy },
    );
    if (!restored.ok) return gitRefusal('restore the protected files', restored);
  }
  const files = [
    ...tracked.map((path) => ({ path, change: found.tracked.get(path) ?? 'restored' })),
    ...removed.map((path) => ({ path, change: 'removed' as const })),
  ];
  return {
    ok: true,
    files: files.map(({ path, change }) => ({ path: path.slice(fromRoot(workspace, '').length), change })),
  };
}

/** Tells a protected path of the run's directory, as the policy does. */
export function protectedBy(globs: readonly string[]): (path: string) => boolean {
  return protectedMatcher([...globs, ...alwaysProtected]);
}

const alwaysProtected = ['.gitattributes', '**/.gitattributes'];

async function differencesIn(git: Git, workspace: Workspace): Promise<Differences | Refusal<'GIT_FAILED'>> {
  const listed = await workspaceGit(git, workspace)(listDifferences(workspace.baseCommit));
  return listed.ok ? readDifferences(listed.stdout) : gitRefusal('compare the tree with the base commit', listed);
}

/** Git does not look into a folder that has its own `.git`; a test hidden there must still be found. */
async function filesIn(workspace: Workspace, path: string): Promise<string[]> {
  if (!path.endsWith('/')) return [path];
  const entries = await readdir(join(workspace.root, path), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(workspace.root.length + 1));
}
