import { remember } from '#lib/remember.ts';
import type { Git } from '#server/workspace/git.ts';
import { zeroSeparated } from '#server/workspace/workspace-git.ts';

/** Patch files of a folder in a commit, by their paths from the root of the repository. `folder` is such a path, too. */
export async function preparedPatches(git: Git, commit: string, folder: string): Promise<readonly string[]> {
  const below = `${folder.replace(/\/+$/, '')}/`;
  return await listings(`${commit}:${below}`, async () => {
    const listed = await git(['ls-tree', '-r', '-z', '--name-only', commit, '--', below]);
    if (!listed.ok) throw new Error(`git could not list ${below}: ${listed.trouble}`);
    return zeroSeparated(listed.stdout).filter((name) => /\.(patch|diff)$/.test(name));
  });
}

/** What a commit holds never changes. */
const listings = remember<readonly string[]>(100);

/** Says that a commit has no patch in the folder. */
export function noPatches(folder: string, commit: string): string {
  return `the folder ${folder} has no .patch or .diff file in commit ${commit.slice(0, 12)}`;
}
