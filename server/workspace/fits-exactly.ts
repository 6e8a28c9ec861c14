import { currentText } from './current-text.ts';
import { linesOf, standsAsTold } from './place-hunk.ts';
import type { PatchFile, ReadPatch } from './read-patch.ts';
import type { Workspace } from './workspace.ts';

/** Whether a patch only edits texts that stand in the tree exactly where it says. Found out without starting git. */
export async function fitsExactly(workspace: Workspace, { files, encoding }: ReadPatch): Promise<boolean> {
  for (const file of files) {
    const text = isPlainEdit(file) ? await currentText(workspace, file, encoding) : null;
    if (text === null || !standsAsTold(file.hunks, linesOf(text))) return false;
  }
  return true;
}

/** Whatever else a patch does to a file depends on more than its text. */
function isPlainEdit({ kind, oldMode, newMode, hunks }: PatchFile): boolean {
  return kind === 'modify' && oldMode === newMode && hunks.length > 0;
}
