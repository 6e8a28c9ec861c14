import { commitIteration } from './commit-iteration.ts';
import { type Git, gitRefusal } from './git.ts';
import { readRef } from './refs.ts';
import type { Refusal } from './refusal.ts';
import { iterationRef, type Workspace } from './workspace.ts';
import { fromDirectory, workspaceGit, zeroSeparated } from './workspace-git.ts';

export interface CommittedTree {
  readonly ok: true;
  /** Null when nothing differs from what was committed last. */
  readonly commit: string | null;
  /** What was committed now, relative to the project's folder. */
  readonly paths: readonly string[];
}

const everyChange = ['ls-files', '-z', '--modified', '--deleted', '--others', '--exclude-standard', '--'];

/** Commits everything that was changed in the project's folder, ignored files and `leftOut` (from the root, as in `TreeEntries`) left out. Done twice it gives the same commit. */
export async function commitTree(
  git: Git,
  workspace: Workspace,
  iteration: number,
  message: string,
  leftOut: ReadonlySet<string> = new Set(),
): Promise<CommittedTree | Refusal<'GIT_FAILED'>> {
  const listed = await workspaceGit(git, workspace)([...everyChange, workspace.subdirectory || '.']);
  if (!listed.ok) return gitRefusal('list what was changed', listed);
  const paths = [...new Set(zeroSeparated(listed.stdout))]
    .filter((path) => !leftOut.has(Buffer.from(path).toString('latin1')))
    .flatMap((path) => fromDirectory(workspace, path) ?? []);
  const known = readRef(workspace, iterationRef(workspace.runId, iteration));
  if (paths.length === 0) return { ok: true, commit: known, paths };
  const made = await commitIteration(git, workspace, iteration, message, { paths });
  if (made.ok) return { ok: true, commit: made.commit, paths };
  return made.code === 'NOTHING_CHANGED' ? { ok: true, commit: known, paths: [] } : { ...made, code: 'GIT_FAILED' };
}
