import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { PatchFile, ReadPatch } from './read-patch.ts';
import type { Workspace } from './workspace.ts';

/** The file that a patch changes, as it stands in the tree; null when it is new, gone, or reached through a symbolic link. */
export async function currentText(
  workspace: Workspace,
  { oldPath }: PatchFile,
  encoding: ReadPatch['encoding'],
): Promise<string | null> {
  if (oldPath === null) return null;
  const path = join(await realpath(workspace.directory), oldPath);
  const real = await realpath(path).catch(() => null);
  return real === path ? readFile(path, encoding) : null;
}
