import { describe, expect, test } from 'vitest';
import type { BoardHealth } from '../board.ts';
import { afterCheck, afterFailures, isDue } from './next-health.ts';

describe('a check', () => {
  test.each<[BoardHealth, boolean, BoardHealth | null]>([
    ['good', true, null],
    ['good', false, 'suspect'],
    ['unknown', true, 'good'],
    ['unknown', false, 'suspect'],
    ['suspect', true, 'good'],
    ['suspect', false, 'bad'],
    ['bad', true, null],
    ['bad', false, null],
    ['maintenance', true, null],
    ['maintenance', false, null],
    ['retired', true, null],
  ])('of a board in health %s that passes (%s) leads to %s', (health, ok, to) => {
    expect(afterCheck(health, { ok, reason: 'power' })?.to ?? null).toBe(to);
  });
});

describe('infrastructure failures', () => {
  test.each<[BoardHealth, number, BoardHealth | null]>([
    ['good', 2, null],
    ['good', 3, 'suspect'],
    ['unknown', 4, 'suspect'],
    ['suspect', 9, null],
    ['bad', 9, null],
    ['maintenance', 9, null],
  ])('of a board in health %s, %i in a row, lead to %s', (health, inARow, to) => {
    const change = afterFailures(health, { inARow, latest: 'no console' }, { failuresUntilSuspect: 3 });
    expect(change?.to ?? null).toBe(to);
  });

  test('are named in the reason, with the limit and the last one', () => {
    const change = afterFailures('good', { inARow: 3, latest: 'no console' }, { failuresUntilSuspect: 3 });
    expect(change?.reason).toMatch(/^3\sinfrastructure failures in a row \(limit 3\), the last one: no console$/);
  });
});

test.each([
  [null, null, true],
  [60, null, true],
  [60, 59, false],
  [60, 60, true],
  [null, 100_000, false],
])('a board to be checked every %s min that was checked %s min ago is due: %s', (everyMinutes, ago, due) => {
  const now = 10_000_000_000;
  expect(isDue({ everyMinutes }, ago === null ? null : now - ago * 60_000, now)).toBe(due);
});
