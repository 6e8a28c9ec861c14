export type TestStatus = 'passed' | 'failed' | 'error' | 'skipped' | 'not run';

/** One test over the iterations of a run; the letter at `i` belongs to `iterations[i]`, see `lib/heat/cell.ts`. */
export type TestHistory = { id: string; name: string; suite: string; cells: string };

/** One test in one iteration, its way through the run, and its last results in other runs of the project. */
export type TestInIteration = {
  name: string;
  suite: string;
  /** The newest first; none where it was not measured. */
  attempts: readonly {
    attempt: number;
    status: TestStatus;
    infrastructure: boolean;
    message: string | null;
    file: string | null;
    line: number | null;
    durationMs: number | null;
  }[];
  iterations: readonly number[];
  cells: string;
  elsewhere: readonly { run: number; href: string; status: TestStatus; at: number }[];
};

export type TestResultRow = {
  id: string;
  name: string;
  suite: string;
  status: TestStatus;
  before: TestStatus | null;
  /** Milliseconds, when the framework told them. */
  duration: number | null;
  message: string;
};

export type ResultTotals = { trouble: number; changed: number; all: number };
