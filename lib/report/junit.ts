import { junitXml } from './junit-xml.ts';
import { amount, type ReportRow } from './report.ts';

/** Which columns of a report of tests say what of a test case. */
export interface JunitColumns {
  readonly name: string;
  /** Together they name its suite: tests of one name in several suites stay apart. */
  readonly suite: readonly string[];
  /** Milliseconds that one execution takes. */
  readonly ms: string;
}

/** A report of tests as a JUnit file with a case for each test. */
export function reportJunit(question: string, { name, suite, ms }: JunitColumns, rows: readonly ReportRow[]): string {
  return junitXml(
    question,
    rows.map((row) => ({
      suite: suite.map((column) => row[column] ?? '').join(' / '),
      name: String(row[name] ?? ''),
      ms: amount(row, ms),
      verdicts: [],
    })),
  );
}
