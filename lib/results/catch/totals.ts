/** How many test cases passed and failed, from the last lines of a Catch program. */
export interface CatchTotals {
  passed: number;
  failed: number;
  /** Failures that the test asked for (`[!shouldfail]`); the console reporter lists them like any other. */
  expected: number;
}

const columns = /^test cases:\s*(\d+)((?:\s*\|\s*\d+ [a-z ]+)*)\s*$/;
const allPassed = /^All tests passed \(.* in (\d+) test cases?\)/;
const nothing = /^(?:No tests ran|No test cases matched)/;
const compactPassed = /^Passed (?:all |both )?(\d+)? ?test cases?/;
const compactFailed = /^Failed (?:all |both )?(\d+)? ?test cases?/;

/** Undefined for a line that holds no totals. */
export function readCatchTotals(text: string): CatchTotals | undefined {
  const row = columns.exec(text);
  if (row !== null) {
    const cell = (word: string): number =>
      Number(new RegExp(`(\\d+) ${word}\\s*(?:\\||$)`).exec(row[2] ?? '')?.[1] ?? 0);
    return { passed: cell('passed'), failed: cell('failed'), expected: cell('failed as expected') };
  }
  const all = allPassed.exec(text);
  if (all !== null) return { passed: Number(all[1]), failed: 0, expected: 0 };
  if (nothing.test(text)) return { passed: 0, failed: 0, expected: 0 };
  const passed = compactPassed.exec(text);
  if (passed !== null) return { passed: quantity(text, passed[1]), failed: 0, expected: 0 };
  const failed = compactFailed.exec(text);
  return failed === null ? undefined : { passed: 0, failed: quantity(text, failed[1]), expected: 0 };
}

/** Catch writes "both" for two and leaves the number of one away in some versions. */
function quantity(text: string, number: string | undefined): number {
  if (number !== undefined) return Number(number);
  return text.includes('both') ? 2 : 1;
}
