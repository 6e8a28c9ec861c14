import { anchorHunks } from './anchor-hunks.ts';
import { currentText } from './current-text.ts';
import { standsAsTold } from './place-hunk.ts';
import type { PatchFile, ReadPatch } from './read-patch.ts';
import type { Workspace } from './workspace.ts';

export interface Standing {
  /** The patch's files; the hunks that stand in the tree where they say are anchored there. */
  readonly files: readonly PatchFile[];
  /** It only edits texts, and all of them so, which is known without starting git. */
  readonly isExact: boolean;
}

/** Which of a patch's hunks stand in the tree exactly where they say. */
export function standing(workspace: Workspace, { files, encoding }: Pick<ReadPatch, 'files' | 'encoding'>): Standing {
  const all = files.map((file) => {
    const text = file.hunks.length > 0 && file.newPath !== null ? currentText(workspace, file, encoding) : null;
    if (text === null || !standsAsTold(file.hunks, text)) return { file, isExact: false };
    return {
      file: { ...file, hunks: anchorHunks(file.hunks, text) },
      isExact: isPlainEdit(file) && !text.includes('\r'),
    };
  });
  return { files: all.map(({ file }) => file), isExact: all.every(({ isExact }) => isExact) };
}

/** Whatever else a patch does to a file depends on more than its text, as carriage returns do on the repository's attributes. */
function isPlainEdit({ kind, oldMode, newMode }: PatchFile): boolean {
  return kind === 'modify' && oldMode === newMode;
}
