import { currentText } from './current-text.ts';
import { linesOf, standsAsTold } from './place-hunk.ts';
import type { PatchFile, ReadPatch } from './read-patch.ts';
import type { Workspace } from './workspace.ts';

/** Whether a patch only edits texts that stand in the tree exactly where it says. Found out without starting git. */
export function fitsExactly(workspace: Workspace, { files, encoding }: ReadPatch): boolean {
  return files.every((file) => {
    const text = isPlainEdit(file) ? currentText(workspace, file, encoding) : null;
    return text !== null && standsAsTold(file.hunks, linesOf(text));
  });
}

/** Whatever else a patch does to a file depends on more than its text. */
function isPlainEdit({ kind, oldMode, newMode, hunks }: PatchFile): boolean {
  return kind === 'modify' && oldMode === newMode && hunks.length > 0;
}
