import { expect, test } from 'vitest';
import { lastGain } from './last-gain.ts';

const row = (iteration: number, commit: string, passed: number, kept?: boolean) => ({
  iteration,
  commit,
  goal: { passed, failed: 3 - passed, errors: 0 },
  ...(kept === undefined ? {} : { kept }),
});

test.each([
  ['nothing was measured', [], null],
  ['only the base was', [row(0, 'base', 1)], null],
  ['a change brought nothing', [row(0, 'base', 1), row(1, 'a', 1, true)], 'base'],
  ['changes after a gain brought nothing', [row(0, 'base', 1), row(1, 'a', 2, true), row(2, 'b', 2, true)], 'a'],
  ['the last change was the gain', [row(0, 'base', 1), row(1, 'a', 1, true), row(2, 'b', 2, true)], null],
  ['a loss was rolled back', [row(0, 'base', 1), row(1, 'a', 0, false)], null],
  ['everything passes already', [row(0, 'base', 3), row(1, 'a', 3, true)], null],
  ['an iteration did not build', [row(0, 'base', 1), row(1, 'a', 1, true), { iteration: 2, commit: null }], 'base'],
  ['there are more than ten', [row(0, 'base', 1), row(10, 'j', 2, true), row(9, 'i', 1, true)], null],
])('when %s', (_, rows, commit) => {
  expect(lastGain(rows)).toBe(commit);
});
