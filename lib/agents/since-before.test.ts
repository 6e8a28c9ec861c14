import { expect, test } from 'vitest';
import { sinceBefore } from './since-before.ts';
import type { Spent } from './spent.ts';

const total = (uncachedInput: number, output: number, money: number | null): Spent => ({
  tokens: { uncachedInput, cacheRead: 0, cacheWrite: 0, output, reasoning: 0 },
  money,
  model: 'm',
});
const unknown: Spent = { tokens: null, money: null, model: 'm' };

test.each<[string, Spent, Spent | null, Spent]>([
  ['a first turn costs what is told', total(100, 20, 0.1), null, total(100, 20, 0.1)],
  [
    'a later turn costs what is beyond the totals before',
    total(150, 30, 0.25),
    total(100, 20, 0.125),
    total(50, 10, 0.125),
  ],
  ['totals that shrink begin anew', total(40, 5, 0.02), total(100, 20, 0.1), total(40, 5, 0.02)],
  ['money that is unknown stays unknown', total(150, 30, null), total(100, 20, null), total(50, 10, null)],
  ['what is unknown before cannot be taken off', total(150, 30, 0.2), unknown, total(150, 30, 0.2)],
  ['nothing told is unknown', unknown, total(1, 1, 1), unknown],
])('%s', (_, now, before, spent) => {
  expect(sinceBefore(now, before)).toEqual(spent);
});
