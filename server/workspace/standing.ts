import { pathsOf } from '#lib/diff/parsed-diff.ts';
import { anchorHunks } from './anchor-hunks.ts';
import { currentText } from './current-text.ts';
import { standsAsTold } from './place-hunk.ts';
import type { PatchFile, ReadPatch } from './read-patch.ts';
import type { Workspace } from './workspace.ts';

export interface Standing {
  /** The patch's files; the hunks of one that stand in the tree where they say are anchored there. */
  readonly files: readonly PatchFile[];
  /** The patch only edits texts, and all of its hunks stand so, which is known without starting git. */
  readonly isExact: boolean;
}

/** Which files of a patch stand in the tree exactly where their hunks say. */
export function standing(workspace: Workspace, { files, encoding }: Pick<ReadPatch, 'files' | 'encoding'>): Standing {
  const repeated = repeatedPaths(files);
  let isExact = true;
  const anchored = files.map((file) => {
    const hasText = file.hunks.length > 0 && file.newPath !== null && !pathsOf(file).some((path) => repeated.has(path));
    const text = hasText ? currentText(workspace, file, encoding) : null;
    const stands = text !== null && standsAsTold(file.hunks, text);
    isExact &&= stands && isPlainEdit(file, text);
    return stands ? { ...file, hunks: anchorHunks(file.hunks, text) } : file;
  });
  return { files: anchored, isExact };
}

/** A second part of a patch for one file stands in what the first one makes of it. */
function repeatedPaths(files: readonly PatchFile[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const path of files.flatMap((file) => [...new Set(pathsOf(file))])) (seen.has(path) ? repeated : seen).add(path);
  return repeated;
}

/** Whatever else a patch does to a file depends on more than its text, as carriage returns do on the repository's attributes. */
function isPlainEdit({ kind, oldMode, newMode }: PatchFile, text: string): boolean {
  return kind === 'modify' && oldMode === newMode && !text.includes('\r');
}
