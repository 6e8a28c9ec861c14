import { expect, test } from 'vitest';
import { emptyLog, grown } from './log-text.ts';

test('a line that comes in two pieces is one line', () => {
  const log = grown(grown(emptyLog, 'one\ntw', 0), 'o\nthree', 0);
  expect([log.lines, log.rest]).toEqual([['one', 'two'], 'three']);
});

test('a piece from the middle of a log begins with its first whole line', () => {
  expect(grown(emptyLog, 'alf a line\nwhole\n', 500)).toMatchObject({ lines: ['whole'], skipped: 500 });
});

test('of a long log the last 20,000 lines are held and the others counted', () => {
  const log = grown(grown(emptyLog, 'line\n'.repeat(19_999), 0), 'line\n'.repeat(11), 0);
  expect([log.lines.length, log.dropped]).toEqual([20_000, 10]);
});
