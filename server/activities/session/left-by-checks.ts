import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Git } from '#server/workspace/git.ts';
import { ignorePattern } from '#server/workspace/ignore-pattern.ts';
import type { Workspace } from '#server/workspace/workspace.ts';
import { workspaceGit, zeroSeparated } from '#server/workspace/workspace-git.ts';

/**
 * What our own runs of lint and tests leave in the tree, as patterns of a `.gitignore`: it is not the session's work, also
 * in a project that ignores nothing.
 */
export async function leftByChecks(workspace: Workspace): Promise<string[]> {
  const text = await readFile(listOf(workspace), 'utf8').catch(() => '');
  return text.split('\n').filter(Boolean);
}

/** Notes what `run` leaves that was not there before. */
export async function notingWhatIsLeft<Result>(
  git: Git,
  workspace: Workspace,
  run: () => Promise<Result>,
): Promise<Result> {
  const before = new Set(await untracked(git, workspace));
  const result = await run();
  const left = (await untracked(git, workspace)).filter((path) => !before.has(path));
  if (left.length > 0) await appendFile(listOf(workspace), left.map((path) => `${ignorePattern(path)}\n`).join(''));
  return result;
}

async function untracked(git: Git, workspace: Workspace): Promise<string[]> {
  const listed = await workspaceGit(git, workspace)(['ls-files', '-z', '--others', '--exclude-standard']);
  return zeroSeparated(listed.stdout);
}

function listOf({ folder }: Workspace): string {
  return join(folder, 'left-by-checks');
}
