import { expect, test } from 'vitest';
import { readPlaywrightCounts, readVitestCounts } from './counts.ts';

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((result) => ({ status: result })),
});

test('a test file that could not be loaded counts as one failure beside the failed tests', () => {
  const testResults = [file('passed', 'passed', 'passed'), file('failed', 'failed'), file('failed')];
  const report = JSON.stringify({ numPassedTests: 2, numFailedTests: 1, testResults });
  expect(readVitestCounts(report)).toEqual({ passed: 2, failed: 2 });
});

test('an error outside any page test counts as one failure', () => {
  const report = JSON.stringify({ errors: [{ message: 'no stack' }], stats: { expected: 3, unexpected: 1, flaky: 1 } });
  expect(readPlaywrightCounts(report)).toEqual({ passed: 4, failed: 2 });
});
