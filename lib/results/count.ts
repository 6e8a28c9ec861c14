import type { Counts, TestCase, TestStatus } from './types.ts';

const columns = {
  passed: 'passed',
  failed: 'failed',
  error: 'errors',
  skipped: 'skipped',
  not_run: 'notRun',
  infra: 'infra',
} as const satisfies Record<TestStatus, keyof Counts>;

/** Counts cases by status. `total` holds only what was executed and judged: skipped tests are kept apart. */
export function countCases(cases: readonly Pick<TestCase, 'status' | 'flaky'>[]): Counts {
  const counts: Counts = { total: 0, passed: 0, failed: 0, errors: 0, skipped: 0, notRun: 0, infra: 0, flaky: 0 };
  for (const { status, flaky } of cases) {
    counts[columns[status]] += 1;
    if (flaky) counts.flaky += 1;
  }
  counts.total = counts.passed + counts.failed + counts.errors;
  return counts;
}
