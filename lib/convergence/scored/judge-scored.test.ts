import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { presets, type ScoredCriteria } from '../criteria.ts';
import { type StatedResult, toIterationResult } from '../iteration-result.ts';
import { judgeScored } from './judge-scored.ts';

function outOf100(passed: readonly number[], rest: Partial<StatedResult> = {}): StatedResult[] {
  return passed.map((count) => ({ passed: count, total: 100, ...rest }));
}

function judge(history: readonly StatedResult[], criteria: ScoredCriteria, iteration = history.length) {
  const standing = { iteration, maxIterations: criteria.max_iterations };
  return judgeScored(history.map(toIterationResult), criteria, standing);
}

/** Expected numbers come from running the design's own `ConvergenceAnalyzer` on the same histories. */
describe('the analysis of the design (§6.2), number for number', () => {
  const worn: StatedResult = {
    passed: 5,
    total: 6,
    error_count: 1,
    confidence_score: 0.9,
    performance_degradation: 0.2,
  };
  test.each([
    {
      preset: 'BALANCED',
      history: outOf100([96, 96, 96], { confidence_score: 1 }),
      numbers: [true, 0.895, 'stable', 1, 1, 0, 0],
    },
    { preset: 'BALANCED', history: outOf100([80, 90, 97, 98]), numbers: [false, 0.74, 'improving', 0.7, 1, 0, 2] },
    {
      preset: 'AGGRESSIVE',
      history: outOf100([60, 70, 85, 91], { confidence_score: 0.9 }),
      numbers: [false, 0.73, 'improving', 0.1, 1, 0, 3],
    },
    {
      preset: 'STRICT',
      history: outOf100([90, 95, 98, 98, 98, 99], { confidence_score: 0.95 }),
      numbers: [true, 0.919, 'stable', 1, 1, 0, 1],
    },
    {
      preset: 'BALANCED',
      history: outOf100([40, 30, 45, 20], { confidence_score: 0.6 }),
      numbers: [false, 0.35, 'mixed', 0.1, 2.2 / 3, 0, 1],
    },
    { preset: 'BALANCED', history: outOf100([90, 86, 82, 76]), numbers: [false, 0.5, 'mixed', 0.7, 1, 0, 0] },
    {
      preset: 'BALANCED',
      history: outOf100([85, 85, 85], { confidence_score: 0.8, regression_detected: true }),
      numbers: [false, 0.665, 'stable', 1, 1, 3, 0],
    },
    { preset: 'BALANCED', history: [worn, worn, worn], numbers: [true, 0.745, 'stable', 1, 0.6, 0, 0] },
    { preset: 'BALANCED', history: outOf100([60, 40, 40, 40]), numbers: [false, 0.575, 'declining', 1, 2.2 / 3, 0, 0] },
    {
      preset: 'BALANCED',
      history: outOf100([60, 60, 40, 40]),
      numbers: [false, 0.35, 'declining', 0.1, 2.6 / 3, 0, 0],
    },
    { preset: 'STRICT', history: outOf100([99]), numbers: [false, 0, 'stable', 0, 0, 0, 0] },
  ] as const)('$preset, $numbers', ({ preset, history, numbers }) => {
    const { metrics } = judge(history, presets[preset]);
    const found = [
      metrics.is_converged,
      metrics.convergence_score,
      metrics.improvement_trend,
      metrics.stability_score,
      metrics.confidence_level,
      metrics.regression_count,
      metrics.total_improvements,
    ];
    expect(found).toEqual(numbers.map((value) => (typeof value === 'number' ? expect.closeTo(value, 9) : value)));
  });
});

test.each([
  { why: 'at the target', history: outOf100([96, 96, 96], { confidence_score: 1 }), verdict: 'SUCCESS' },
  {
    why: 'above the minimum',
    history: outOf100([85, 85, 85], { confidence_score: 0.9 }),
    verdict: 'CONVERGED_WITH_IMPROVEMENT',
  },
])('a run that converges $why is $verdict', ({ history, verdict }) => {
  expect(judge(history, presets.BALANCED).verdict).toBe(verdict);
});

test('a run that settles below the minimum is FAILURE, though the design calls it converged', () => {
  const judgement = judge(
    outOf100(
      Array.from({ length: 8 }, () => 60),
      { confidence_score: 1 },
    ),
    presets.BALANCED,
  );
  expect(judgement).toMatchObject({ verdict: 'FAILURE', metrics: { is_converged: true } });
  expect(judgement.reason).toContain('60.00% < min_pass_rate 80.00%');
});

test('the iteration of the run counts, though the window forgets', () => {
  const history = outOf100(Array.from({ length: 8 }, () => 97));
  expect(judge(history.slice(0, 7), presets.BALANCED).verdict).toBeNull();
  expect(judge(history, presets.BALANCED)).toMatchObject({
    verdict: 'SUCCESS',
    metrics: { pass_rate_trend: { length: 6 } },
  });
});

test.each([
  {
    why: 'iterations under 50 %',
    history: outOf100([40, 45, 49]),
    reason: /circuit_breaker.*consecutive_failures 3 >= max_consecutive_failures 3/,
  },
  {
    why: 'regressions in the window',
    history: outOf100([60, 70, 62, 75, 55], { regression_detected: true }),
    reason: /circuit_breaker.*regression_count 5 >= circuit_breaker_threshold 5/,
  },
])('$why open the circuit breaker, and the reason says so', ({ history, reason }) => {
  const before = judge(history.slice(0, -1), presets.BALANCED);
  const after = judge(history, presets.BALANCED);
  expect(before.verdict).toBeNull();
  expect(after.verdict).toBe('FAILURE');
  expect(after.reason).toMatch(reason);
});

test('the limit of iterations is TIMEOUT', () => {
  const unsettled = outOf100([55, 90, 60, 95, 65]);
  expect(judge(unsettled, presets.AGGRESSIVE)).toMatchObject({
    verdict: 'TIMEOUT',
    reason: /iteration 5 >= max_iterations 5/,
  });
  expect(judge(unsettled.slice(0, 4), presets.AGGRESSIVE).verdict).toBeNull();
});

test('the seconds of all iterations together reach the limit of minutes', () => {
  const hour = { execution_time: 3600 };
  expect(judge(outOf100([60], hour), presets.BALANCED).verdict).toBeNull();
  expect(judge(outOf100([60, 75], hour), presets.BALANCED)).toMatchObject({
    verdict: 'TIMEOUT',
    reason: /minutes 120 >= timeout_minutes 120/,
  });
});

test('a gate that does not hold withholds success from a converged run and is named', () => {
  const gates = [{ gate: 'acceptance', held: false, reason: '1 of 3 acceptance tests fail: cold_start' }] as const;
  const history = outOf100([96, 96, 96], { confidence_score: 1 }).map(toIterationResult);
  const judgement = judgeScored(history, presets.BALANCED, { iteration: 3, maxIterations: 10, gates });
  expect(judgement).toMatchObject({
    verdict: null,
    reason: /gate acceptance does not hold: 1 of 3 acceptance tests fail: cold_start/,
  });
});

test('the checklist opens with the three ways to converge', () => {
  expect(
    judge(outOf100([80, 85, 90]), presets.BALANCED)
      .checklist.map((row) => row.rule)
      .slice(0, 4),
  ).toEqual(['fast convergence', 'standard convergence', 'conservative convergence', 'SUCCESS']);
});

test('scores stay between 0 and 1 and nothing is NaN, whatever the history', () => {
  const share = fc.float({ min: 0, max: 1, noNaN: true });
  const result = fc.nat(30).chain((total) =>
    fc.record({
      passed: fc.nat(total),
      total: fc.constant(total),
      confidence_score: share,
      performance_score: share,
      performance_degradation: share,
      regression_detected: fc.boolean(),
      execution_time: fc.nat(10_000),
    }),
  );
  fc.assert(
    fc.property(
      fc.array(result, { maxLength: 14 }),
      share,
      fc.integer({ min: 1, max: 4 }),
      (history, target, window) => {
        const criteria = { ...presets.BALANCED, target_pass_rate: target, stability_window: window };
        const { metrics, reason } = judge(history, criteria, Math.max(1, history.length));
        for (const name of ['convergence_score', 'stability_score', 'confidence_level']) {
          expect(metrics[name] ?? 0).toBeGreaterThanOrEqual(0);
          expect(metrics[name] ?? 0).toBeLessThanOrEqual(1 + 1e-9);
        }
        expect(reason).not.toMatch(/NaN|undefined|Infinity/);
      },
    ),
  );
});
