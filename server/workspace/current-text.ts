import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PatchFile, ReadPatch } from './read-patch.ts';
import type { Workspace } from './workspace.ts';

/** The file that a patch of `patchForTree` changes, as it stands in the tree; null when it is new or gone. */
export async function currentText(
  workspace: Workspace,
  { oldPath }: PatchFile,
  encoding: ReadPatch['encoding'],
): Promise<string | null> {
  return oldPath === null ? null : readFile(join(workspace.directory, oldPath), encoding).catch(() => null);
}
