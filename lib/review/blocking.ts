/** A test that failed in some iteration of a run, with what became of it in each iteration that measured it. */
export interface FailingTest {
  readonly testId: string;
  readonly name: string;
  readonly suite: string;
  /** Message and signature of its last failure. */
  readonly message: string | null;
  readonly signature: string | null;
  readonly outcomes: Readonly<Record<string, string>>;
}

/** What stands in a run's way. */
export interface Blocking {
  /** The iteration whose tree is meant. */
  readonly iteration: number | null;
  /** Tests that fail in the tree that the run keeps. */
  readonly now: readonly FailingTest[];
  /** Tests that failed whenever they were measured. */
  readonly neverPassed: readonly FailingTest[];
}

/** `kept` is the iteration whose tree the run keeps; where that was not measured, the last measurement counts. */
export function blockingTests(
  tests: readonly FailingTest[],
  measured: readonly number[],
  kept: number | null,
): Blocking {
  const iteration = kept !== null && measured.includes(kept) ? kept : (measured.at(-1) ?? null);
  return {
    iteration,
    now: tests.filter(({ outcomes }) => iteration !== null && isFailure(outcomes[iteration])),
    neverPassed: tests.filter(({ outcomes }) => !Object.values(outcomes).includes('passed')),
  };
}

function isFailure(status: string | undefined): boolean {
  return status === 'failed' || status === 'error';
}
