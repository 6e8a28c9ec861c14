import { judgementOf, type Outcome } from './outcome.ts';

/** The last time that a test broke, told by its history. */
export interface Streak<Entry> {
  /** The first failing measurement of the streak, as far as the history that is looked at goes back. */
  readonly firstBad: Entry;
  /** The last good one before it; null where none is known. */
  readonly lastGood: Entry | null;
  /** The first good one after it; null while the test fails. */
  readonly fixedBy: Entry | null;
  readonly failures: number;
}

/** The streak of failures that a test is in, or was in last; null when it never failed. The history's newest comes first. */
export function lastStreak<Entry extends { readonly outcome: Outcome }>(
  history: readonly Entry[],
): Streak<Entry> | null {
  const judged = history.filter(({ outcome }) => judgementOf(outcome) !== null);
  const newestBad = judged.findIndex(({ outcome }) => judgementOf(outcome) === 'bad');
  if (newestBad < 0) return null;
  const length = judged.slice(newestBad).findIndex(({ outcome }) => judgementOf(outcome) === 'good');
  const failures = length < 0 ? judged.length - newestBad : length;
  const firstBad = judged[newestBad + failures - 1];
  if (firstBad === undefined) return null;
  return { firstBad, failures, lastGood: judged[newestBad + failures] ?? null, fixedBy: judged[newestBad - 1] ?? null };
}
