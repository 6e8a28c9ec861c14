import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { presets } from './criteria.ts';
import {
  averageImprovement,
  convergenceScore,
  highFailureStreak,
  improvementRate,
  largestDelta,
  noImprovementStreak,
  passRate,
  type Series,
  stabilityDelta,
} from './formulas.ts';

function outOf100(...passed: number[]): Series {
  return passed.map((count) => ({ passed: count, total: 100 }));
}

test.each([
  { passed: 80, total: 100, expected: 0.8 },
  { passed: 0, total: 0, expected: 0 },
  { passed: 3, total: 3, expected: 1 },
])('the pass rate of $passed of $total is $expected', ({ passed, total, expected }) => {
  expect(passRate({ passed, total })).toBe(expected);
});

test.each([
  { from: [80, 100], to: [90, 100], expected: 0.1 },
  { from: [90, 100], to: [80, 100], expected: -0.1 },
  { from: [90, 100], to: [80, 80], expected: -0.1 },
  { from: [40, 50], to: [90, 100], expected: 1 },
  { from: [0, 0], to: [3, 10], expected: 3 },
] as const)('from $from to $to the improvement rate is $expected of the earlier total', ({ from, to, expected }) => {
  const [earlier, later] = [from, to].map(([passed, total]) => ({ passed, total }));
  expect(improvementRate(earlier ?? never(), later ?? never())).toBeCloseTo(expected, 12);
});

describe('the average improvement', () => {
  test.each([
    { why: 'is 0 without results', series: outOf100(), window: 3, expected: 0 },
    { why: 'is 0 with one result', series: outOf100(80), window: 3, expected: 0 },
    { why: 'counts losses as 0', series: outOf100(80, 70, 76), window: 3, expected: 0.03 },
    { why: 'looks only at the last changes', series: outOf100(10, 50, 53, 53, 56), window: 3, expected: 0.02 },
    { why: 'takes what there is when the window is larger', series: outOf100(50, 60), window: 9, expected: 0.1 },
    { why: 'takes the last change alone for a window of 1', series: outOf100(50, 60, 61), window: 1, expected: 0.01 },
  ])('$why', ({ series, window, expected }) => {
    expect(averageImprovement(series, window)).toBeCloseTo(expected, 12);
  });
});

test('stability compares pass rates, not counts, when the number of tests changes', () => {
  expect(stabilityDelta({ passed: 50, total: 100 }, { passed: 25, total: 50 })).toBe(0);
});

test.each([
  { series: outOf100(), iterations: 2, expected: null },
  { series: outOf100(80), iterations: 2, expected: null },
  { series: outOf100(80), iterations: 1, expected: 0 },
  { series: outOf100(10, 80, 81), iterations: 2, expected: 0.01 },
  { series: outOf100(10, 70, 75, 76), iterations: 3, expected: 0.05 },
])('over $iterations iterations the largest move is $expected', ({ series, iterations, expected }) => {
  const delta = largestDelta(series, iterations);
  expect(delta === null ? null : Number(delta.toFixed(12))).toBe(expected);
});

test('streaks count from the latest result only', () => {
  expect(noImprovementStreak(outOf100(70, 70, 80, 80, 75), 0)).toBe(2);
  expect(noImprovementStreak(outOf100(70, 71, 72), 0.01)).toBe(2);
  expect(highFailureStreak(outOf100(20, 40, 29, 28), 0.7)).toBe(2);
  expect(highFailureStreak(outOf100(30), 0.7)).toBe(0);
});

test('the convergence score weighs progress 0.5, stability 0.3 and slowness 0.2', () => {
  expect(convergenceScore(outOf100(100, 100), presets.STANDARD)).toBeCloseTo(1, 12);
  expect(convergenceScore(outOf100(50, 50), presets.STANDARD)).toBeCloseTo(0.75, 12);
  expect(convergenceScore(outOf100(79, 80), presets.STANDARD)).toBeCloseTo(0.5 * 0.8 + 0.3 * 0.5 + 0.2 * 0.8, 12);
  expect(convergenceScore(outOf100(10, 90), presets.STANDARD)).toBeCloseTo(0.45, 12);
});

test('the convergence score lies between 0 and 1 for every series and every threshold, zero included', () => {
  const counts = fc.nat(60).chain((total) => fc.record({ passed: fc.nat(total), total: fc.constant(total) }));
  const share = fc.constantFrom(0, 0.01, 0.5, 1);
  fc.assert(
    fc.property(fc.array(counts, { maxLength: 12 }), share, share, share, (series, target, delta, slow) => {
      const score = convergenceScore(series, {
        ...presets.STANDARD,
        target_pass_rate: target,
        stability_delta_threshold: delta,
        slow_improvement_threshold: slow,
      });
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
    }),
  );
});

function never(): never {
  throw new Error('each row has two results');
}
