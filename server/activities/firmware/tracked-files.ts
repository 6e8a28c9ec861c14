import { fromDirectory, workspaceGit, zeroSeparated } from '#server/workspace/workspace-git.ts';
import type { OpenedTree } from './workspace.ts';

interface TrackedFile {
  /** Relative to the project's folder. */
  readonly path: string;
  /** As git writes it: `120000` is a symbolic link, `160000` a submodule. */
  readonly mode: string;
}

/** The files of the base commit below the project's folder. A commit never changes, so a run asks once. */
export async function trackedFiles({ git, workspace }: OpenedTree): Promise<readonly TrackedFile[]> {
  const known = cache.get(workspace.runId);
  if (known !== undefined) return known;
  const listed = await workspaceGit(git, workspace)(['ls-tree', '-r', '-z', workspace.baseCommit]);
  const files = zeroSeparated(listed.stdout).flatMap((entry) => {
    const path = fromDirectory(workspace, entry.slice(entry.indexOf('\t') + 1));
    return path === null ? [] : [{ path, mode: entry.slice(0, 6) }];
  });
  if (!listed.ok) return files;
  if (cache.size >= cachedRuns) cache.clear();
  cache.set(workspace.runId, files);
  return files;
}

const cache = new Map<string, readonly TrackedFile[]>();
const cachedRuns = 20;
