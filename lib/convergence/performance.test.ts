import { expect, test } from 'vitest';
import { performanceOf } from './performance.ts';

const lower = (value: number | null, baseline: number | null) => ({ direction: 'lower', value, baseline }) as const;
const higher = (value: number | null, baseline: number | null) => ({ direction: 'higher', value, baseline }) as const;

test.each([
  ['nothing is measured', [], null],
  ['a metric was not measured this time', [lower(null, 100)], null],
  ['a metric has no base', [lower(90, null)], null],
  ['a share of nothing is no share', [lower(5, 0)], null],
  ['nothing has changed', [lower(100, 100)], { score: 0.5, degradation: 0 }],
  ['what should be low is lower', [lower(90, 100)], { score: 0.6, degradation: 0 }],
  ['what should be low is higher', [lower(110, 100)], { score: 0.4, degradation: 0.1 }],
  ['what should be high is higher', [higher(110, 100)], { score: 0.6, degradation: 0 }],
  ['what should be high is lower', [higher(90, 100)], { score: 0.4, degradation: 0.1 }],
  ['a base below zero counts by its size', [higher(-90, -100)], { score: 0.6, degradation: 0 }],
  [
    'the loss of one is not hidden by the gain of another',
    [lower(80, 100), higher(90, 100)],
    { score: 0.55, degradation: 0.1 },
  ],
  ['more than all cannot be lost or gained', [lower(1_000, 100), lower(900, 100)], { score: 0, degradation: 1 }],
])('when %s', (_, readings, expected) => {
  const performance = performanceOf(readings);
  if (expected === null || performance === null) return expect(performance).toEqual(expected);
  expect(performance.score).toBeCloseTo(expected.score, 9);
  expect(performance.degradation).toBeCloseTo(expected.degradation, 9);
});
