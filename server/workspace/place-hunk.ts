import type { DiffLine, Hunk } from '#lib/diff/parsed-diff.ts';

/** 0-based lines of a file at which the hunk's old side stands, blanks compared as `blanks` says. Empty for a hunk without an old side. */
export function placesOf(hunk: Hunk, fileLines: readonly string[], blanks: 'exact' | 'tolerant'): number[] {
  const readable = blanks === 'exact' ? (line: string) => line : withoutBlanks;
  const wanted = oldSide(hunk).map(({ text }) => readable(text));
  if (wanted.length === 0) return [];
  const lines = fileLines.map(readable);
  return lines.flatMap((_, at) => (wanted.every((line, offset) => lines[at + offset] === line) ? [at] : []));
}

/** The lines a hunk expects to find. */
export function oldSide(hunk: Hunk): DiffLine[] {
  return hunk.lines.filter(({ kind }) => kind !== 'add');
}

/** The lines of a text without their newlines; a carriage return stays with its line. */
export function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function withoutBlanks(line: string): string {
  return line.replace(/\s+/g, ' ').trim();
}

/** Every hunk's old side stands exactly where its header says, so there is nothing to look for. */
export function standsAsTold(hunks: readonly Hunk[], fileLines: readonly string[]): boolean {
  let shift = 0;
  return hunks.every((hunk) => {
    const first = Math.max(hunk.oldStart, 1);
    const told = hunk.oldCount === 0 || hunk.newCount === 0 || hunk.newStart === hunk.oldStart + shift;
    shift += hunk.newCount - hunk.oldCount;
    return told && oldSide(hunk).every(({ text }, at) => fileLines[first - 1 + at] === text);
  });
}
