import { type LineKey, lineKey, placeOf, type TestTrace } from '../localise/spectrum.ts';
import type { Candidate } from '../mutate/candidate.ts';

/**
 * Of the lines that passing tests executed, the share that they still execute with a candidate, from 0 to 1. The edited lines
 * themselves do not count; `text` is the file before the edits.
 */
export function keptBehaviour(
  before: readonly TestTrace[],
  after: readonly TestTrace[],
  candidate: Pick<Candidate, 'path' | 'edits'>,
  text: string,
): number {
  const now = new Map(after.map((trace) => [trace.test, trace.lines]));
  const { isEdited, moved } = editedLines(candidate, text);
  let all = 0;
  let kept = 0;
  for (const { test, failed, isPart, lines } of before) {
    const still = now.get(test);
    if (failed || isPart || still === undefined) continue;
    for (const line of lines) {
      if (isEdited(line)) continue;
      all += 1;
      if (still.has(moved(line))) kept += 1;
    }
  }
  return all === 0 ? 1 : kept / all;
}

/** All edits are taken as one stretch of lines; what stands below it moves by the lines that came or went. */
function editedLines({ path, edits }: Pick<Candidate, 'path' | 'edits'>, text: string) {
  const lineAt = (offset: number) => linesIn(text.slice(0, offset)) + 1;
  const first = lineAt(Math.min(...edits.map(({ start }) => start)));
  const last = lineAt(Math.max(...edits.map(({ end }) => end)));
  const delta = edits.reduce((sum, edit) => sum + linesIn(edit.text) - linesIn(text.slice(edit.start, edit.end)), 0);
  return {
    isEdited(key: LineKey): boolean {
      const place = placeOf(key);
      return place.path === path && place.line >= first && place.line <= last;
    },
    moved(key: LineKey): LineKey {
      const place = placeOf(key);
      return place.path === path && place.line > last ? lineKey(path, place.line + delta) : key;
    },
  };
}

function linesIn(text: string): number {
  return text.split('\n').length - 1;
}
