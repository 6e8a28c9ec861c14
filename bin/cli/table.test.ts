import { expect, test } from 'vitest';
import { table } from './table.ts';

const rows = [
  ['step', 'reason'],
  ['1', 'the tests ran on the host and two of them failed'],
  ['2', 'x'.repeat(40)],
];

test('on a terminal the last column goes on below itself', () => {
  expect(table(rows, 32)).toEqual([
    'step  reason',
    '1     the tests ran on the host',
    '      and two of them failed',
    `2     ${'x'.repeat(26)}`,
    `      ${'x'.repeat(14)}`,
  ]);
});

test.each([
  ['into a file', undefined],
  ['on a terminal without room for words', 20],
])('%s every row is one line', (_, width) => {
  expect(table(rows, width)).toHaveLength(3);
});
