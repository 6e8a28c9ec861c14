import { judgeAttempts } from '#lib/results/attempts.ts';
import type { TestStatus } from '#lib/results/types.ts';
import type { NewResultSet, StoredResult } from './results.ts';
import type { TestId } from './test-ids.ts';

/** One attempt of one test as its row is. */
export interface PlacedResult
  extends Pick<StoredResult, 'attempt' | 'status' | 'message' | 'signature' | 'durationMs' | 'file' | 'line'> {
  readonly testId: string | null;
  /** On a test's last attempt: what all its attempts came to. */
  readonly outcome: string | null;
  /** Null where it is the test's own name. */
  readonly rawName: string | null;
}

/** What an iteration of a run measured, of tests that all have an identity. */
export interface PlacedResultSet extends Omit<NewResultSet, 'results'> {
  readonly results: readonly PlacedResult[];
  /** The tests by their ids. */
  readonly tests: ReadonlyMap<string, TestId & { readonly key: string }>;
}

/**
 * The attempts of a measurement as rows, test by test. The last attempt of each test carries what all of them came to; an
 * attempt that comes twice is one row.
 */
export function* placedResults(
  results: readonly StoredResult[],
  ids: ReadonlyMap<string, TestId>,
): Generator<PlacedResult> {
  for (const [key, rows] of Map.groupBy(results, (row) => row.key)) {
    const attempts = [...new Map(rows.map((row) => [row.attempt, row])).values()].sort((a, b) => a.attempt - b.attempt);
    const last = attempts.at(-1);
    const test = ids.get(key);
    for (const row of attempts) {
      const { attempt, status, rawName, message, signature, durationMs, file, line } = row;
      yield {
        testId: test?.id ?? null,
        attempt,
        status,
        outcome: row === last ? outcomeOf(attempts) : null,
        rawName: rawName === test?.name ? null : rawName,
        message,
        signature,
        durationMs,
        file,
        line,
      };
    }
  }
}

/** `flaky` is a pass that was none at first. */
function outcomeOf(attempts: readonly StoredResult[]): string | null {
  const [first, ...later] = attempts.map(({ status }) => ({ status: status as TestStatus }));
  if (first === undefined) return null;
  const { status, flaky } = judgeAttempts(first, later);
  return flaky ? 'flaky' : status;
}
