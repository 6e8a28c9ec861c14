import type { PolicyFacts } from '#lib/policy/policy.ts';
import type { Git } from '#server/workspace/git.ts';
import type { Workspace } from '#server/workspace/workspace.ts';
import { fromDirectory, workspaceGit, zeroSeparated } from '#server/workspace/workspace-git.ts';

type Links = Pick<PolicyFacts, 'symlinks' | 'submodules'>;

/** Symbolic links and submodules of the base commit. No patch may change either, so a run asks once. */
export async function linksOf(git: Git, workspace: Workspace): Promise<Links> {
  const known = cache.get(workspace.runId);
  if (known !== undefined) return known;
  const listed = await workspaceGit(git, workspace)(['ls-tree', '-r', '-z', workspace.baseCommit]);
  const entries = zeroSeparated(listed.stdout);
  const below = (mode: string) =>
    entries
      .filter((entry) => entry.startsWith(`${mode} `))
      .flatMap((entry) => fromDirectory(workspace, entry.slice(entry.indexOf('\t') + 1)) ?? []);
  const links = { symlinks: below('120000'), submodules: below('160000') };
  if (!listed.ok) return links;
  if (cache.size >= cachedRuns) cache.clear();
  cache.set(workspace.runId, links);
  return links;
}

const cache = new Map<string, Links>();
const cachedRuns = 100;
