import { pairCounted } from './pair-counted.ts';
import type { TestCase, TestStatus } from './types.ts';

/** What became of one test between two results. */
export type Change =
  | 'regression'
  | 'fixed'
  | 'new_failure'
  | 'still_failing'
  | 'new_pass'
  | 'still_passing'
  | 'appeared'
  | 'disappeared'
  | 'unchanged'
  | 'not_judged';

export interface TestChange {
  key: string;
  name: string;
  change: Change;
  /** Undefined when the test was not there. */
  before: TestStatus | undefined;
  after: TestStatus | undefined;
  /** A pass that became a failure, or a test that was executed and no longer is. */
  isRegression: boolean;
}

/** Two results compared, test by test. */
export interface Comparison {
  changes: TestChange[];
  counts: Record<Change, number>;
  /** Number of changes that are regressions. */
  regressions: number;
}

type Standing = 'pass' | 'fail' | 'idle' | 'infra' | 'absent';

const standingOf = {
  passed: 'pass',
  failed: 'fail',
  error: 'fail',
  skipped: 'idle',
  not_run: 'idle',
  infra: 'infra',
} as const satisfies Record<TestStatus, Standing>;

/** Row: before. Column: after. A test that ran and is now skipped has disappeared from the result as if it were deleted. */
const changeOf = {
  pass: { pass: 'still_passing', fail: 'regression', idle: 'disappeared', infra: 'not_judged', absent: 'disappeared' },
  fail: { pass: 'fixed', fail: 'still_failing', idle: 'disappeared', infra: 'not_judged', absent: 'disappeared' },
  idle: { pass: 'new_pass', fail: 'new_failure', idle: 'unchanged', infra: 'not_judged', absent: 'disappeared' },
  infra: { pass: 'new_pass', fail: 'new_failure', idle: 'appeared', infra: 'not_judged', absent: 'disappeared' },
  absent: { pass: 'new_pass', fail: 'new_failure', idle: 'appeared', infra: 'not_judged', absent: 'unchanged' },
} as const satisfies Record<Standing, Record<Standing, Change>>;

/** Compares two results by the tests' keys. Tests that were only counted are paired with those that a failure named. */
export function compareResults(before: readonly TestCase[], after: readonly TestCase[]): Comparison {
  const paired = pairCounted(before, after);
  const was = new Map(paired.before.map((test) => [test.key, test]));
  const is = new Map(paired.after.map((test) => [test.key, test]));
  const keys = new Set([...was.keys(), ...is.keys()]);
  const changes = [...keys].map((key) => changeOfTest(key, was.get(key), is.get(key)));
  const counts = Object.fromEntries(noChanges) as Record<Change, number>;
  for (const { change } of changes) counts[change] += 1;
  return { changes, counts, regressions: changes.filter(({ isRegression }) => isRegression).length };
}

const noChanges: readonly [Change, number][] = [
  ['regression', 0],
  ['fixed', 0],
  ['new_failure', 0],
  ['still_failing', 0],
  ['new_pass', 0],
  ['still_passing', 0],
  ['appeared', 0],
  ['disappeared', 0],
  ['unchanged', 0],
  ['not_judged', 0],
];

function changeOfTest(key: string, before: TestCase | undefined, after: TestCase | undefined): TestChange {
  const was = before === undefined ? 'absent' : standingOf[before.status];
  const is = after === undefined ? 'absent' : standingOf[after.status];
  /** A crash that no longer happens is good news, not a test that went away. */
  const isOver = before?.origin === 'run' && after === undefined;
  const change = isOver ? 'fixed' : changeOf[was][is];
  const hasRun = was === 'pass' || was === 'fail';
  return {
    key,
    name: (after ?? before)?.name ?? key,
    change,
    before: before?.status,
    after: after?.status,
    isRegression: change === 'regression' || (change === 'disappeared' && hasRun),
  };
}
