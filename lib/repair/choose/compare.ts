import { pairCounted } from '#lib/results/pair-counted.ts';
import type { TestCase } from '#lib/results/types.ts';

type Judged = Pick<TestCase, 'key' | 'status' | 'origin'>;

export function isFailing({ status }: Pick<TestCase, 'status'>): boolean {
  return status === 'failed' || status === 'error';
}

/** What a change did to the tests, by their keys. */
export interface Comparison {
  readonly mended: readonly string[];
  readonly broken: readonly string[];
  readonly vanished: readonly string[];
}

/** Compares two runs of the tests. Passes that a suite only counts get the names of the failures that they stand for. */
export function compareRuns(before: readonly TestCase[], after: readonly TestCase[]): Comparison {
  const paired = pairCounted(before, after);
  return {
    mended: mendedTests(paired.before, paired.after),
    broken: brokenTests(paired.before, paired.after),
    vanished: vanishedTests(paired.before, paired.after),
  };
}

/**
 * Which failing tests pass when they are run alone. The passes of other tests, which did not run, are left out: where passes
 * are only counted, there would seem to be fewer than before.
 */
export function mendedAlone(before: readonly TestCase[], after: readonly TestCase[]): readonly string[] {
  return compareRuns(before.filter(isFailing), after).mended;
}

/** Tests that passed before and fail among those seen so far, and troubles of the run as a whole that are new. */
export function brokenTests(before: readonly Judged[], after: readonly Judged[]): string[] {
  const passed = new Set(before.filter(({ status }) => status === 'passed').map(({ key }) => key));
  const known = new Set(before.map(({ key }) => key));
  return after
    .filter((one) => isFailing(one) && (passed.has(one.key) || (one.origin === 'run' && !known.has(one.key))))
    .map(({ key }) => key);
}

/** Tests that passed before and are gone. */
export function vanishedTests(before: readonly Judged[], after: readonly Judged[]): string[] {
  const passes = new Set(after.filter((one) => !isFailing(one)).map(({ key }) => key));
  const fails = new Set(after.filter(isFailing).map(({ key }) => key));
  return before
    .filter(({ key, status }) => status === 'passed' && !passes.has(key) && !fails.has(key))
    .map(({ key }) => key);
}

/** Tests that failed before and pass now; trouble of the run as a whole is mended when it is gone. */
export function mendedTests(before: readonly Judged[], after: readonly Judged[]): string[] {
  const now = new Map(after.map((one) => [one.key, one]));
  return before
    .filter(isFailing)
    .filter(({ key, origin }) => (origin === 'run' ? !now.has(key) : now.get(key)?.status === 'passed'))
    .map(({ key }) => key);
}
