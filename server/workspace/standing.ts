import { createHash } from 'node:crypto';
import { applyHunks } from '#lib/diff/apply-hunks.ts';
import { pathsOf } from '#lib/diff/parsed-diff.ts';
import { anchorHunks } from './anchor-hunks.ts';
import { currentBytes } from './current-text.ts';
import { beginOf, linesOf, placesOf, standsAsTold, standsAt } from './place-hunk.ts';
import type { PatchFile, ReadPatch } from './read-patch.ts';
import type { Workspace } from './workspace.ts';

export interface Standing {
  /** The patch's files; the hunks of one are anchored where all of them stand where they say. */
  readonly files: readonly PatchFile[];
  /** The patch only edits texts, and all of its hunks stand so, which is known without starting git. */
  readonly isExact: boolean;
  /** At most one for each file. */
  readonly doubts: readonly Doubt[];
}

/** A hunk that stands where it says but elsewhere too, in a file that has another content than the one it was made on. */
export interface Doubt {
  /** 0-based, in the patch's order. */
  readonly file: number;
  /** 1-based. */
  readonly hunk: number;
  /** 0-based lines of the file. */
  readonly places: readonly number[];
  /** Another hunk for the file does not stand where it says, so that lines have moved. */
  readonly isMoved: boolean;
}

/** Which files of a patch stand exactly where their hunks say, in the tree or in what earlier parts of the patch make of it. */
export function standing(workspace: Workspace, { files, encoding }: Pick<ReadPatch, 'files' | 'encoding'>): Standing {
  const repeated = repeatedPaths(files);
  /** What parts of the patch make of files that others are for too; null where that is for git to find out. */
  const made = new Map<string, Buffer | null>();
  const doubts: Doubt[] = [];
  let isExact = true;
  const anchored = files.map((file, at) => {
    const content = contentOf(workspace, file, made);
    const text = content?.toString(encoding) ?? null;
    const stands = text !== null && standsAsTold(file.hunks, text);
    const doubt = content === null || text === null ? null : doubtIn(file, at, content, text);
    if (doubt !== null) doubts.push(doubt);
    isExact &&= stands && doubt === null && isPlainEdit(file, text);
    for (const path of pathsOf(file))
      if (repeated.has(path)) made.set(path, stands ? contentAfter(file, path, text, encoding) : null);
    return stands ? { ...file, hunks: anchorHunks(file.hunks, text) } : file;
  });
  return { files: anchored, isExact, doubts };
}

/** What a part of a patch is for: git takes the source of a copy or a move as it stands in the tree. */
function contentOf(workspace: Workspace, file: PatchFile, made: ReadonlyMap<string, Buffer | null>): Buffer | null {
  const { kind, oldPath, newPath, hunks } = file;
  if (oldPath === null || newPath === null || hunks.length === 0) return null;
  const known = kind === 'modify' ? made.get(oldPath) : undefined;
  return known === undefined ? currentBytes(workspace, file) : known;
}

function contentAfter(file: PatchFile, path: string, text: string, encoding: ReadPatch['encoding']): Buffer | null {
  if (path !== file.newPath) return file.kind === 'copy' ? Buffer.from(text, encoding) : null;
  const isWhole = text.endsWith('\n') && !file.hunks.some(({ lines }) => lines.some(({ noNewline }) => noNewline));
  const after = isWhole ? applyHunks(text, file) : null;
  return after === null ? null : Buffer.from(after, encoding);
}

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

/** Where lines were added or removed before it, what stands where a hunk says need not be what it was made on. */
function doubtIn(file: PatchFile, at: number, content: Buffer, text: string): Doubt | null {
  const { hunks } = file;
  const id = madeOn(file);
  if (id !== null && isContent(id, content)) return null;
  const lines = linesOf(text);
  const isMoved = hunks.some((hunk) => !standsAt(hunk, lines, beginOf(hunk), 'tolerant'));
  if (id === null && !isMoved) return null;
  for (const [number, hunk] of hunks.entries()) {
    const places = standsAt(hunk, lines, beginOf(hunk), 'exact') ? placesOf(hunk, lines, 'exact') : [];
    if (places.length > 1) return { file: at, hunk: number + 1, places, isMoved };
  }
  return null;
}

/** The content that the `index` line of a patch names, by the beginning of its id; null where there is no such line. */
function madeOn({ indexLine }: PatchFile): string | null {
  return /^index ([0-9a-f]+)/.exec(indexLine ?? '')?.[1] ?? null;
}

function isContent(id: string, content: Buffer): boolean {
  return ['sha1', 'sha256'].some((algorithm) =>
    createHash(algorithm).update(`blob ${content.length}\0`).update(content).digest('hex').startsWith(id),
  );
}
