import type { Attempt, TestStatus } from './types.ts';

/** What a test's attempts amount to. */
export interface Judgement {
  status: TestStatus;
  flaky: boolean;
  /** The attempt whose message and duration stand for the test. */
  decisive: Attempt;
}

const executed: ReadonlySet<TestStatus> = new Set(['passed', 'failed', 'error']);

/**
 * Judges a test by all its attempts, the first one first. A pass at the end after anything else is a flaky pass.
 * Otherwise a failure outweighs an error: pytest writes a failing call and an error in its teardown as two entries
 * of one name, and the failure is what the test said.
 */
export function judgeAttempts(first: Attempt, later: readonly Attempt[]): Judgement {
  const all = [first, ...later];
  const judged = all.filter((attempt) => executed.has(attempt.status));
  const last = judged.at(-1);
  if (last === undefined) return { status: (all.at(-1) ?? first).status, flaky: false, decisive: all.at(-1) ?? first };
  if (last.status === 'passed') {
    return { status: 'passed', flaky: judged.some((attempt) => attempt.status !== 'passed'), decisive: last };
  }
  const decisive = judged.find((attempt) => attempt.status === 'failed') ?? last;
  return { status: decisive.status, flaky: false, decisive };
}
