import { type Change, compareResults } from '#lib/results/compare.ts';
import { countedName } from '#lib/results/pair-counted.ts';
import type { TestCase } from '#lib/results/types.ts';
import { bySeverity, type Outcome, statusOf } from './outcome.ts';

/** A test in a measurement. */
export interface MeasuredTest {
  readonly id: string;
  readonly key: string;
  readonly suite: string;
  readonly name: string;
  readonly outcome: Outcome;
  readonly message: string | null;
}

/** What became of a test between two measurements. */
export interface TestDifference {
  /** Null for a test that was only counted. */
  readonly id: string | null;
  readonly key: string;
  readonly suite: string;
  readonly name: string;
  readonly change: Change;
  /** Null where it was not there. */
  readonly before: Outcome | null;
  readonly after: Outcome | null;
  readonly isRegression: boolean;
  /** What the failure says, of the later measurement. */
  readonly message: string | null;
}

export interface Difference {
  readonly tests: readonly TestDifference[];
  readonly counts: Readonly<Record<Change, number>>;
  readonly regressions: number;
}

/** Of a test that was measured several times in one selection, such as on several boards, the worst counts. */
export function worstOfEach(tests: readonly MeasuredTest[]): MeasuredTest[] {
  const worst = new Map<string, MeasuredTest>();
  for (const test of tests) {
    const known = worst.get(test.key);
    if (known === undefined || bySeverity.indexOf(test.outcome) < bySeverity.indexOf(known.outcome))
      worst.set(test.key, test);
  }
  return [...worst.values()];
}

/** Compares two selections test by test. */
export function compareMeasured(before: readonly MeasuredTest[], after: readonly MeasuredTest[]): Difference {
  const [was, is] = [worstOfEach(before), worstOfEach(after)];
  const { changes, counts, regressions } = compareResults(was.map(asCase), is.map(asCase));
  const known = {
    before: new Map(was.map((test) => [test.key, test])),
    after: new Map(is.map((test) => [test.key, test])),
  };
  const tests = changes.map((change): TestDifference => {
    const [old, now] = [known.before.get(change.key), known.after.get(change.key)];
    return {
      id: now?.id ?? old?.id ?? null,
      key: change.key,
      suite: now?.suite ?? old?.suite ?? '',
      name: change.name,
      change: change.change,
      before: old?.outcome ?? change.before ?? null,
      after: now?.outcome ?? change.after ?? null,
      isRegression: change.isRegression,
      message: now?.message ?? null,
    };
  });
  return { tests, counts, regressions };
}

function asCase({ key, suite, name, outcome }: MeasuredTest): TestCase {
  const status = statusOf(outcome);
  const origin = /^\(.*\)$/.test(key) ? 'run' : countedName.test(name) ? 'counted' : 'named';
  return { key, suite, name, rawName: name, status, attempts: [{ status }], flaky: outcome === 'flaky', origin };
}
