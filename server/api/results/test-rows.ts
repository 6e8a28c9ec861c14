import type { Pool } from 'pg';
import { flakinessOf, flakyRule } from '#lib/history/flaky.ts';
import { judgementOf, type Outcome } from '#lib/history/outcome.ts';
import type { Quarantine } from '#lib/history/quarantine.ts';
import type { ListedTest } from '#server/store/history/test-list.ts';
import { outcomesOf } from '#server/store/history/test-results.ts';

/** Results that a line shows. */
const shown = 30;

/** A test in a list: its newest outcomes with the newest last, and what they say. */
export interface TestRow extends ListedTest {
  readonly strip: readonly Outcome[];
  readonly isFailing: boolean;
  readonly isFlaky: boolean;
  readonly score: number | null;
  /** Why its failures stop nobody; null for a test that is not in quarantine. */
  readonly quarantined: string | null;
}

export async function testRows(pool: Pool, tests: readonly ListedTest[], quarantine: Quarantine): Promise<TestRow[]> {
  const outcomes = await outcomesOf(
    pool,
    tests.map(({ id }) => id),
    { limit: flakyRule.lookBack },
  );
  return tests.map(({ id, key, suite, name }) => {
    const history = outcomes.get(id)?.outcomes ?? [];
    const newest = history.findLast((outcome) => judgementOf(outcome) !== null);
    const { isFlaky, score } = flakinessOf(history);
    const isFailing = newest !== undefined && judgementOf(newest) === 'bad';
    const quarantined = quarantine.entryOf(key)?.because ?? null;
    return { ...{ id, key, suite, name }, strip: history.slice(-shown), isFailing, isFlaky, score, quarantined };
  });
}

/** Of the newest results so many tell how a test stands now: skips and trouble of the bench say nothing. */
const standing = 8;

/** Those tests whose newest judged result is a failure. */
export async function failingNow<Test extends ListedTest>(pool: Pool, tests: readonly Test[]): Promise<Test[]> {
  const ids = tests.map(({ id }) => id);
  const outcomes = await outcomesOf(pool, ids, { limit: standing });
  return tests.filter(({ id }) => {
    const newest = outcomes.get(id)?.outcomes.findLast((outcome) => judgementOf(outcome) !== null);
    return newest !== undefined && judgementOf(newest) === 'bad';
  });
}
