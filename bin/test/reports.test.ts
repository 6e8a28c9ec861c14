import { expect, test } from 'vitest';
import { afterOneTry, afterSecondTry, filesToTryAgain, readPlaywrightReport, type VitestReport } from './reports.ts';

const trouble = { what: 'boots', message: 'no banner' };
const file = (name: string, passed: number, ...troubles: (typeof trouble)[]) => ({ file: name, passed, troubles });
const reportOf = (files: VitestReport['files'], stray: VitestReport['stray'] = []): VitestReport => ({ files, stray });

test('what went wrong in a hook or between tests is a failure beside the failed tests', () => {
  const stray = { what: 'outside any test', message: 'connection lost' };
  expect(afterOneTry(reportOf([file('a', 2), file('b', 1, trouble)], [stray]))).toEqual({
    passed: 3,
    troubles: [{ file: 'b', ...trouble }, stray],
    overcome: [],
  });
});

test('files are tried again when all that went wrong belongs to one', () => {
  const known = { file: 'b', ...trouble };
  expect(filesToTryAgain(reportOf([file('a', 1, trouble, trouble), file('b', 1)], [known]))).toEqual(['a', 'b']);
  expect(filesToTryAgain(reportOf([file('a', 1, trouble)], [trouble]))).toBeUndefined();
  expect(filesToTryAgain(reportOf([file('a', 1)]))).toBeUndefined();
});

test('the second try counts for the files that were tried again, and what it overcame stays named', () => {
  const first = reportOf([file('a', 3), file('b', 1, trouble), file('c', 0, trouble)]);
  const second = reportOf([file('b', 2), file('c', 0, trouble)]);
  expect(afterSecondTry(first, second)).toEqual({
    passed: 5,
    troubles: [{ file: 'c', ...trouble }],
    overcome: [{ file: 'b', ...trouble }],
  });
});

test('pages report failed and flaky tests of every depth by name, and an error outside any test', () => {
  const spec = (title: string, status: string, ...messages: string[]) => ({
    title,
    file: 'boards.spec.ts',
    tests: [{ status, results: messages.map((message) => ({ errors: [{ message }] })) }],
  });
  const suites = [
    { specs: [spec('opens', 'expected')], suites: [{ specs: [spec('closes', 'unexpected', 'no button', 'no page')] }] },
    { specs: [spec('moves', 'flaky', 'too slow'), spec('sleeps', 'skipped')] },
  ];
  expect(readPlaywrightReport(JSON.stringify({ errors: [{ message: 'no stack' }], suites }))).toEqual({
    passed: 2,
    troubles: [
      { file: 'boards.spec.ts', what: 'closes', message: 'no button\nno page' },
      { what: 'outside any test', message: 'no stack' },
    ],
    overcome: [{ file: 'boards.spec.ts', what: 'moves', message: 'too slow' }],
  });
});
