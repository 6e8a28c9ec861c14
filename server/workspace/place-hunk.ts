import type { DiffLine, Hunk } from '#lib/diff/parsed-diff.ts';

/** 0-based lines of a file at which the hunk's old side stands, blanks compared as `blanks` says. Empty for a hunk without an old side. */
export function placesOf(hunk: Hunk, fileLines: readonly string[], blanks: 'exact' | 'tolerant'): number[] {
  const told = oldSide(hunk).map(({ text }) => text);
  const [wanted, lines] =
    blanks === 'exact' ? [told, fileLines] : [told.map(withoutBlanks), fileLines.map(withoutBlanks)];
  const [first] = wanted;
  const places: number[] = [];
  if (first === undefined) return places;
  for (let at = lines.indexOf(first); at >= 0; at = lines.indexOf(first, at + 1))
    if (wanted.every((line, offset) => lines[at + offset] === line)) places.push(at);
  return places;
}

/** The lines of a text without their newlines; a carriage return stays with its line. */
export function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** The 0-based line at which a hunk says that its old side begins. One without an old side names the line before. */
export function beginOf({ oldStart, oldCount }: Hunk): number {
  return oldCount === 0 ? oldStart : oldStart - 1;
}

/** The 0-based line after a hunk's old side. */
export function endOf(hunk: Hunk): number {
  return beginOf(hunk) + hunk.oldCount;
}

/** Whether a hunk names no line of the file and is not for its end, so that no content tells where it belongs. */
export function isWithoutPlace({ oldCount, oldStart }: Hunk, text: string): boolean {
  return oldCount === 0 && (oldStart !== linesOf(text).length || (text !== '' && !text.endsWith('\n')));
}

/** Every hunk's old side stands exactly where its header says, one after the other. Where the new one begins follows from that. */
export function standsAsTold(hunks: readonly Hunk[], text: string): boolean {
  const lines = linesOf(text);
  const isOpen = text !== '' && !text.endsWith('\n');
  let free = 0;
  return hunks.every((hunk) => {
    const first = beginOf(hunk);
    const isFree = first >= free && !isWithoutPlace(hunk, text);
    free = endOf(hunk);
    const endsAsTold = free === lines.length || !hunk.lines.some(({ noNewline }) => noNewline);
    return (
      isFree &&
      endsAsTold &&
      standsAt(hunk, lines, first, 'exact') &&
      oldSide(hunk).every(({ noNewline }, at) => noNewline === (isOpen && first + at === lines.length - 1))
    );
  });
}

/** Whether a hunk's old side stands at a 0-based line, blanks compared as `blanks` says. */
export function standsAt(hunk: Hunk, lines: readonly string[], first: number, blanks: 'exact' | 'tolerant'): boolean {
  const readable = blanks === 'exact' ? (line: string | undefined) => line : (line = '') => withoutBlanks(line);
  return oldSide(hunk).every(({ text }, at) => readable(lines[first + at]) === readable(text));
}

/** The lines a hunk expects to find. */
function oldSide(hunk: Hunk): DiffLine[] {
  return hunk.lines.filter(({ kind }) => kind !== 'add');
}

function withoutBlanks(line: string): string {
  return line.replace(/\s+/g, ' ').trim();
}
