import type { DiffLine } from '#lib/diff/parsed-diff.ts';

/** One row of a side-by-side view; null where that side has no line. */
export type LinePair = { old: DiffLine | null; new: DiffLine | null };

/** Sets each run of deleted lines beside the run of added lines that follows it. */
export function pairLines(lines: readonly DiffLine[]): readonly LinePair[] {
  const pairs: LinePair[] = [];
  let deleted: DiffLine[] = [];
  let added: DiffLine[] = [];
  function flush() {
    for (let row = 0; row < Math.max(deleted.length, added.length); row += 1) {
      pairs.push({ old: deleted[row] ?? null, new: added[row] ?? null });
    }
    deleted = [];
    added = [];
  }
  for (const line of lines) {
    if (line.kind === 'delete') {
      if (added.length > 0) flush();
      deleted.push(line);
    } else if (line.kind === 'add') {
      added.push(line);
    } else {
      flush();
      pairs.push({ old: line, new: line });
    }
  }
  flush();
  return pairs;
}
