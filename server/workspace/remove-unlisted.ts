import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Git, gitRefusal } from './git.ts';
import type { Refusal } from './refusal.ts';
import type { Workspace } from './workspace.ts';
import { fromRoot, workspaceGit, zeroSeparated } from './workspace-git.ts';

/**
 * Removes the files of a patch that the index does not list: those that the patch has added. Answers the others, by their
 * paths from the root. Where git cannot say which they are, nothing is removed.
 */
export async function removeUnlisted(
  git: Git,
  workspace: Workspace,
  paths: readonly string[],
): Promise<{ readonly ok: true; readonly listed: readonly string[] } | Refusal<'GIT_FAILED'>> {
  const rooted = paths.map((path) => fromRoot(workspace, path));
  const known = await workspaceGit(git, workspace)(['ls-files', '-z', '--', ...rooted]);
  if (!known.ok) return gitRefusal('list the files of a patch', known);
  const listed = new Set(zeroSeparated(known.stdout));
  const added = rooted.filter((path) => !listed.has(path));
  await Promise.all(added.map((path) => rm(join(workspace.root, path), { force: true }).catch(ignoreNotAFile)));
  return { ok: true, listed: rooted.filter((path) => listed.has(path)) };
}

/** Where something else stands in the way, the patch has put nothing. */
function ignoreNotAFile(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOTDIR' && error.code !== 'EISDIR' && error.code !== 'ERR_FS_EISDIR') throw error;
}
