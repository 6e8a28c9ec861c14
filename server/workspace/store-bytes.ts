import type { Git } from './git.ts';
import type { Workspace } from './workspace.ts';

/** About how many bytes the copy of a repository takes, packed and loose; 0 when git cannot say. */
export async function storeBytes(git: Git, { store }: Workspace): Promise<number> {
  const counted = await git([`--git-dir=${store}`, 'count-objects', '-v']);
  const kibibytes = (name: string): number =>
    Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(counted.stdout)?.[1] ?? 0);
  return (kibibytes('size') + kibibytes('size-pack')) * 1024;
}
