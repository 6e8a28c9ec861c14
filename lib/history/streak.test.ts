import { expect, it } from 'vitest';
import type { Outcome } from './outcome.ts';
import { lastStreak } from './streak.ts';

const history = (...outcomes: Outcome[]) => outcomes.map((outcome, at) => ({ outcome, at }));

it.each([
  ['never failed', history('passed', 'skipped', 'flaky'), null],
  [
    'fails now',
    history('failed', 'infra', 'error', 'passed'),
    { firstBad: { at: 2 }, lastGood: { at: 3 }, fixedBy: null, failures: 2 },
  ],
  [
    'was mended',
    history('passed', 'flaky', 'failed', 'failed', 'passed'),
    { firstBad: { at: 3 }, lastGood: { at: 4 }, fixedBy: { at: 1 } },
  ],
  [
    'has failed for as long as is known',
    history('failed', 'failed'),
    { firstBad: { at: 1 }, lastGood: null, fixedBy: null, failures: 2 },
  ],
])('a test that %s', (_, entries, expected) => {
  const streak = lastStreak(entries);
  if (expected === null) expect(streak).toBeNull();
  else expect(streak).toMatchObject(expected);
});
