import type { FileDiff } from '#lib/diff/parsed-diff.ts';
import type { ChangedLine } from './changed-lines.ts';
import { droppedStarts } from './dropped-starts.ts';
import { otherMeanings } from './other-meanings.ts';

/** A line of a build file with which the tests run otherwise, and how. */
export interface OtherRun {
  readonly line: Pick<ChangedLine, 'kind' | 'line' | 'text'>;
  readonly because: string;
}

/** Finds where a build file changes how tests are started, or what counts as passing. */
export function checkTestRuns(file: FileDiff, lines: readonly ChangedLine[]): OtherRun[] {
  return [
    ...otherMeanings(lines).map((line) => ({ line, because: 'it changes what counts as passing' })),
    ...droppedStarts(file).map((line) => ({ line, because: 'the tests are started otherwise' })),
  ];
}
