import { type Git, otherSide } from '#server/workspace/git.ts';
import { deadlines } from '#server/workspace/tunables.ts';
import { baseRef, type Workspace } from '#server/workspace/workspace.ts';
import { workspaceGit } from '#server/workspace/workspace-git.ts';

export type Merged =
  | { readonly outcome: 'not-needed' }
  | { readonly outcome: 'merged'; readonly commit: string }
  /** The tree holds the markers; the commit that is merged waits to be a parent. */
  | { readonly outcome: 'conflict'; readonly merging: string; readonly files: readonly string[] }
  | { readonly outcome: 'failed'; readonly reason: string };

interface Merging {
  readonly repository: string;
  readonly branch: string | null;
  /** The session's own commit. */
  readonly commit: string;
}

/**
 * Brings a commit together with what its branch has got in the user's repository since the run began. Nothing is written
 * there. A conflict is left in the tree with its markers, for the session to resolve.
 */
export async function mergeBranch(
  git: Git,
  workspace: Workspace,
  { repository, branch, commit }: Merging,
): Promise<Merged> {
  const inTree = workspaceGit(git, workspace);
  const tip = branch === null ? null : await tipOf(git, repository, branch);
  if (tip === null || tip === workspace.baseCommit) return { outcome: 'not-needed' };
  const fetched = await inTree(
    ['fetch', '--quiet', '--no-tags', otherSide.fetch, repository, `+${tip}:${baseRef(workspace.runId)}-moved`],
    { deadlineMs: deadlines.copy },
  );
  if (!fetched.ok) return { outcome: 'failed', reason: `the moved branch cannot be read: ${fetched.trouble}` };
  const contained = await inTree(['merge-base', '--is-ancestor', tip, commit]);
  if (contained.ok) return { outcome: 'not-needed' };
  const merged = await inTree(['merge-tree', '--write-tree', '--name-only', '-z', '--no-messages', commit, tip]);
  const [tree = '', ...names] = merged.stdout.split('\0');
  if (!/^[0-9a-f]{40,64}$/.test(tree)) return { outcome: 'failed', reason: `git could not merge: ${merged.trouble}` };
  if (!merged.ok) return await leaveConflict(inTree, { tree, commit, merging: tip, files: names.filter(Boolean) });
  const made = await inTree(['commit-tree', tree, '-p', commit, '-p', tip, '-m', `Merge branch '${branch}'`]);
  return made.ok
    ? { outcome: 'merged', commit: made.stdout.trim() }
    : { outcome: 'failed', reason: `git could not commit the merge: ${made.trouble}` };
}

/** Writes the tree with its markers, and an index that still says what is committed. */
async function leaveConflict(
  inTree: Git,
  { tree, commit, merging, files }: { tree: string; commit: string; merging: string; files: readonly string[] },
): Promise<Merged> {
  const written = await inTree(['read-tree', '--reset', '-u', tree], { deadlineMs: deadlines.copy });
  const indexed = await inTree(['read-tree', commit]);
  if (!written.ok || !indexed.ok)
    return {
      outcome: 'failed',
      reason: `git could not write the conflict: ${written.ok ? indexed.trouble : written.trouble}`,
    };
  return { outcome: 'conflict', merging, files };
}

async function tipOf(git: Git, repository: string, branch: string): Promise<string | null> {
  const found = await git(['rev-parse', '--verify', '--quiet', `refs/heads/${branch}^{commit}`], { cwd: repository });
  return found.ok ? found.stdout.trim() : null;
}
