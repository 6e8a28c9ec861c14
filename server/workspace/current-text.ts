import { join } from 'node:path';
import { plainFile } from './plain-file.ts';
import type { PatchFile, ReadPatch } from './read-patch.ts';
import type { Workspace } from './workspace.ts';

/** The file that a patch of `patchForTree` changes, as it stands in the tree; null when it is new or gone. */
export function currentText(
  workspace: Workspace,
  file: Pick<PatchFile, 'oldPath'>,
  encoding: ReadPatch['encoding'],
): string | null {
  return currentBytes(workspace, file)?.toString(encoding) ?? null;
}

/** The same as it is stored. */
export function currentBytes(workspace: Workspace, { oldPath }: Pick<PatchFile, 'oldPath'>): Buffer | null {
  return oldPath === null ? null : plainFile(join(workspace.directory, oldPath));
}
