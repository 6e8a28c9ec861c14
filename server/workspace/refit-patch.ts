import { type DiffLine, type FileDiff, type Hunk, pathOf } from '#lib/diff/parsed-diff.ts';
import { anchorHunks } from './anchor-hunks.ts';
import { type PatchRefusal, refusePatch } from './patch-refusal.ts';
import { linesOf, placesOf } from './place-hunk.ts';

export interface RefitFile {
  readonly ok: true;
  readonly hunks: readonly Hunk[];
  /** What had to be forgiven besides the place: blanks within lines, or no more than how lines end. */
  readonly forgave: 'nothing' | 'line-endings' | 'whitespace';
}

/**
 * Moves a file's hunks to the one place where their old side stands when blanks are ignored, and rewrites that side as it
 * stands in `text`. New lines keep their blanks but take the file's line ends. Two possible places are one too many.
 */
export function refitFile(file: FileDiff, text: string): RefitFile | PatchRefusal {
  const lines = linesOf(text);
  const hunks: Hunk[] = [];
  for (const [at, hunk] of file.hunks.entries()) {
    const place = onlyPlace(file, at + 1, hunk, lines);
    if (typeof place !== 'number') return place;
    hunks.push(rewrite(hunk, place, lines, text.endsWith('\n')));
  }
  const fitted = hunks.map((hunk) => ({ ...hunk, lines: hunk.lines.flatMap(withNewline) }));
  return { ok: true, hunks: anchorHunks(fitted, text), forgave: difference(file.hunks, hunks) };
}

function onlyPlace(file: FileDiff, number: number, hunk: Hunk, lines: readonly string[]): number | PatchRefusal {
  const where = { file: pathOf(file), hunk: number };
  const exact = placesOf(hunk, lines, 'exact');
  if (exact.includes(hunk.oldStart - 1)) return hunk.oldStart - 1;
  const places = exact.length > 0 ? exact : placesOf(hunk, lines, 'tolerant');
  const [place, ...others] = places;
  if (place === undefined)
    return refusePatch('DRIFTED', `${where.file}: hunk ${number} does not match the file`, where);
  if (others.length > 0) return refusePatch('AMBIGUOUS', ambiguous(where.file, number, places), where);
  return place;
}

/** The sentence that names the places a hunk would fit, as 1-based lines. */
export function ambiguous(file: string, hunk: number, places: readonly number[]): string {
  const shown = places.slice(0, 5).map((place) => place + 1);
  return `${file}: hunk ${hunk} fits at ${places.length} places (lines ${shown.join(', ')}${places.length > 5 ? ', …' : ''})`;
}

function rewrite(hunk: Hunk, place: number, lines: readonly string[], newlineAtEnd: boolean): Hunk {
  const old = lines.slice(place, place + hunk.oldCount);
  const end = old.every((line) => line.endsWith('\r')) ? '\r' : '';
  const reachesEnd = place + old.length === lines.length;
  let next = place;
  return {
    ...hunk,
    oldStart: place + 1,
    lines: hunk.lines.map((line) => {
      if (line.kind === 'add')
        return { ...line, text: line.text.replace(/\r$/, '') + end, noNewline: line.noNewline && reachesEnd };
      const text = lines[next] ?? '';
      next += 1;
      return { ...line, text, noNewline: next === lines.length && !newlineAtEnd };
    }),
  };
}

/** A last line without a newline gets one where a new line follows, which would be joined to it. */
function withNewline(line: DiffLine, at: number, all: readonly DiffLine[]): DiffLine[] {
  const isJoined = line.kind === 'context' && line.noNewline && all.slice(at + 1).some(({ kind }) => kind === 'add');
  return isJoined
    ? [
        { ...line, kind: 'delete' },
        { ...line, kind: 'add', noNewline: false },
      ]
    : [line];
}

function difference(before: readonly Hunk[], after: readonly Hunk[]): RefitFile['forgave'] {
  const pairs = before.flatMap((hunk, at) => hunk.lines.map((line, row) => [line, after[at]?.lines[row]] as const));
  const changed = pairs.filter(([was, is]) => was.text !== is?.text || was.noNewline !== is.noNewline);
  if (changed.length === 0) return 'nothing';
  const isAlike = changed.every(([was, is]) => was.text.replace(/\r$/, '') === is?.text.replace(/\r$/, ''));
  return isAlike ? 'line-endings' : 'whitespace';
}
