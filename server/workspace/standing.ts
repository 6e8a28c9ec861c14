import { createHash } from 'node:crypto';
import { applyHunks } from '#lib/diff/apply-hunks.ts';
import { pathsOf } from '#lib/diff/parsed-diff.ts';
import { anchorHunks } from './anchor-hunks.ts';
import { currentText } from './current-text.ts';
import { linesOf, placesOf, standsAsTold } from './place-hunk.ts';
import type { PatchFile, ReadPatch } from './read-patch.ts';
import type { Workspace } from './workspace.ts';

export interface Standing {
  /** The patch's files; the hunks of one that stand in the tree where they say are anchored there. */
  readonly files: readonly PatchFile[];
  /** The patch only edits texts, and all of its hunks stand so, which is known without starting git. */
  readonly isExact: boolean;
  /** The first hunk that stands where it says but elsewhere too, in a file that has another content than the one it was made on. */
  readonly doubt: Doubt | null;
}

export interface Doubt {
  /** 0-based, in the patch's order. */
  readonly file: number;
  /** 1-based. */
  readonly hunk: number;
  /** 0-based lines of the file. */
  readonly places: readonly number[];
}

/** Which files of a patch stand in the tree exactly where their hunks say. */
export function standing(workspace: Workspace, { files, encoding }: Pick<ReadPatch, 'files' | 'encoding'>): Standing {
  // A second part for a file stands in what the first one makes of it; null where that is for git to find out.
  const made = new Map<string, string | null>();
  let isExact = true;
  let doubt: Doubt | null = null;
  const anchored = files.map((file, at) => {
    const { oldPath, newPath, hunks } = file;
    const known = oldPath === null ? undefined : made.get(oldPath);
    const hasText = oldPath !== null && newPath !== null && hunks.length > 0;
    const text = hasText ? (known === undefined ? currentText(workspace, file, encoding) : known) : null;
    const stands = text !== null && standsAsTold(hunks, text);
    if (stands) doubt ??= doubtIn(file, at, text, encoding);
    isExact &&= stands && isPlainEdit(file, text);
    for (const path of pathsOf(file)) made.set(path, stands && text.endsWith('\n') ? applyHunks(text, file) : null);
    return stands ? { ...file, hunks: anchorHunks(hunks, text) } : file;
  });
  return { files: anchored, isExact: isExact && doubt === null, doubt };
}

/** Whatever else a patch does to a file depends on more than its text, as carriage returns do on the repository's attributes. */
function isPlainEdit({ kind, oldMode, newMode }: PatchFile, text: string): boolean {
  return kind === 'modify' && oldMode === newMode && !text.includes('\r');
}

/** Where lines were added or removed before it, what stands where a hunk says need not be what it was made on. */
function doubtIn(file: PatchFile, at: number, text: string, encoding: ReadPatch['encoding']): Doubt | null {
  if (isMadeOn(file, Buffer.from(text, encoding))) return null;
  const lines = linesOf(text);
  for (const [number, hunk] of file.hunks.entries()) {
    const places = placesOf(hunk, lines, 'exact');
    if (places.length > 1) return { file: at, hunk: number + 1, places };
  }
  return null;
}

/** Whether a file is the one that the `index` line of the patch names; a patch without one does not say. */
function isMadeOn({ indexLine }: PatchFile, content: Buffer): boolean {
  const id = indexLine === null ? undefined : /^index ([0-9a-f]+)/.exec(indexLine)?.[1];
  if (id === undefined) return true;
  return ['sha1', 'sha256'].some((algorithm) =>
    createHash(algorithm).update(`blob ${content.length}\0`).update(content).digest('hex').startsWith(id),
  );
}
