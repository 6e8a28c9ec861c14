import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { presets, type RulesCriteria } from './criteria.ts';
import { judgeRules } from './rules.ts';

const standard = presets.STANDARD;

function judge(
  passed: readonly number[],
  options: { iteration?: number; max?: number; criteria?: Partial<RulesCriteria> } = {},
) {
  const series = passed.map((count) => ({ passed: count, total: 100 }));
  const standing = { iteration: options.iteration ?? passed.length, maxIterations: options.max ?? 10 };
  return judgeRules(series, { ...standard, ...options.criteria }, standing);
}

describe('the worked examples of the design (§5.19.4)', () => {
  test.each([
    { passed: [80, 90, 97, 100, 100], verdict: 'SUCCESS', avg: 0.1 / 3, delta: 0, signals: {} },
    { passed: [60, 75, 82, 82, 82], verdict: 'CONVERGED_WITH_IMPROVEMENT', avg: 0.07 / 3, delta: 0, signals: {} },
    { passed: [25, 28, 29], verdict: 'FAILURE', avg: 0.02, delta: 0.01, signals: {} },
    {
      passed: [50, 60, 66, 69, 70, 71, 71],
      verdict: 'PLATEAUED',
      avg: 0.02 / 3,
      delta: 0,
      signals: { 5: 'SLOW_IMPROVEMENT', 6: 'SLOW_IMPROVEMENT' },
    },
  ])('$passed ends as $verdict at its last iteration and not before', ({ passed, verdict, avg, delta, signals }) => {
    const judgements = passed.map((_, index) => judge(passed.slice(0, index + 1)));
    expect(judgements.map((one) => one.verdict)).toEqual([...passed.slice(1).map(() => null), verdict]);
    expect(Object.fromEntries(judgements.flatMap(({ signal }, i) => (signal ? [[i + 1, signal]] : [])))).toEqual(
      signals,
    );
    expect(judgements.at(-1)?.metrics.avg_improvement).toBeCloseTo(avg, 12);
    expect(judgements.at(-1)?.metrics.stability_delta).toBeCloseTo(delta, 12);
  });

  test.each([
    [
      [80, 90, 97, 100, 100],
      ['100.00%', 'target_pass_rate 100.00%', '0.00% <= stability_delta_threshold 2.00%'],
    ],
    [
      [60, 75, 82, 82, 82],
      ['best_pass_count 82', '82.00% < target', '2.33% < slow', 'no_improvement_streak 2'],
    ],
    [
      [25, 28, 29],
      ['failure_rate 71.00% > failure_rate_threshold 70.00%', '3 >= failure_rate_consecutive_limit 3'],
    ],
    [
      [50, 60, 66, 69, 70, 71, 71],
      ['0.67% < plateau_improvement_threshold 1.00%', '7 >= min_iterations_for_plateau 7'],
    ],
  ])('the reason for %j gives its numbers and thresholds', (passed, parts) => {
    for (const part of parts) expect(judge(passed).reason).toContain(part);
  });
});

test.each([
  { why: 'a high failure rate without improvement', passed: [29, 29, 29], verdict: 'FAILURE' },
  { why: 'a high failure rate right after a fall', passed: [90, 80, 20], verdict: 'FAILURE' },
  { why: 'exactly the failure threshold', passed: [30, 30, 30], verdict: null },
  { why: 'a failing streak broken once', passed: [25, 31, 26, 29], verdict: null },
  { why: 'the target reached once', passed: [90, 100], verdict: null },
  { why: 'the target within the 2 % of stability', passed: [98, 100], verdict: 'SUCCESS' },
  { why: 'the target lost again', passed: [100, 99], verdict: null },
  { why: 'a first result at the target', passed: [100], verdict: null },
  { why: 'a slow run below its best', passed: [60, 75, 82, 81, 81], verdict: null },
  { why: 'exactly 1 % average improvement', passed: [50, 60, 66, 69, 70, 71, 72], verdict: null },
])('$why gives $verdict', ({ passed, verdict }) => {
  expect(judge(passed).verdict).toBe(verdict);
});

test('exactly the threshold of slow improvement is not slow', () => {
  expect(judge([50, 55, 60, 65, 70]).signal).toBeNull();
  expect(judge([50, 55, 60, 64, 69]).signal).toBe('SLOW_IMPROVEMENT');
});

test('the limit comes before every other verdict', () => {
  const judgement = judge([50, 60, 66, 69, 70, 71, 71], { max: 7 });
  expect(judgement.verdict).toBe('TIMEOUT');
  expect(judgement.reason).toMatch(/TIMEOUT: iteration 7 >= max_iterations 7.*also held: PLATEAUED/);
});

test.each([
  { success_at_limit: true, verdict: 'SUCCESS' },
  { success_at_limit: false, verdict: 'TIMEOUT' },
] as const)('a success on the last iteration is $verdict with success_at_limit $success_at_limit', (row) => {
  const judgement = judge([80, 100, 100], { max: 3, criteria: { success_at_limit: row.success_at_limit } });
  expect(judgement.verdict).toBe(row.verdict);
  expect(judgement.reason).toMatch(/SUCCESS/);
  expect(judgement.reason).toMatch(/TIMEOUT/);
});

test('a target that is not stable yet does not turn a timeout into a success', () => {
  expect(judge([80, 90, 100], { max: 3 }).verdict).toBe('TIMEOUT');
});

test('limits count the iterations of the run, also where some measured nothing', () => {
  expect(judge([70, 70, 70, 70], { iteration: 6 }).verdict).toBe('CONVERGED_WITH_IMPROVEMENT');
  expect(judge([70, 70, 70, 70], { iteration: 7 }).verdict).toBe('PLATEAUED');
  expect(judge([70, 70], { iteration: 10 }).verdict).toBe('TIMEOUT');
});

test('a series that began anew does not plateau before its window is full', () => {
  const restarted = [[71], [71, 71], [71, 71, 71], [71, 71, 71, 71]];
  const verdicts = restarted.map((passed, index) => judge(passed, { iteration: 8 + index, max: 20 }).verdict);
  expect(verdicts).toEqual([null, null, null, 'PLATEAUED']);
  expect(judge([71, 71], { iteration: 9, max: 20 }).reason).toMatch(/continue/);
});

test('without a measured result only the limit can end a run', () => {
  expect(judge([], { iteration: 8 })).toMatchObject({ verdict: null, metrics: { pass_rate: null } });
  expect(judge([], { iteration: 10 }).verdict).toBe('TIMEOUT');
});

test('a gate that does not hold withholds success and is named', () => {
  const gates = [{ gate: 'regressions', held: false, reason: '1 test worse than at the baseline: boot' }] as const;
  const series = [100, 100].map((passed) => ({ passed, total: 100 }));
  const judgement = judgeRules(series, standard, { iteration: 2, maxIterations: 10, gates });
  expect(judgement.verdict).toBeNull();
  expect(judgement.reason).toContain('gate regressions does not hold: 1 test worse than at the baseline: boot');
});

test('the checklist shows every rule in order of precedence with its numbers', () => {
  const { checklist } = judge([80, 90]);
  expect(checklist.map((row) => row.rule)).toEqual([
    'SUCCESS at the limit',
    'TIMEOUT',
    'SUCCESS',
    'FAILURE (failure rate)',
    'FAILURE (no improvement)',
    'PLATEAUED',
    'CONVERGED_WITH_IMPROVEMENT',
    'SLOW_IMPROVEMENT',
  ]);
  expect(checklist.every((row) => !row.held && /\d/.test(row.numbers))).toBe(true);
});

test('a rate just short of the target is not shown as 100 %', () => {
  const series = Array.from({ length: 2 }, () => ({ passed: 99_999, total: 100_000 }));
  expect(judgeRules(series, standard, { iteration: 2, maxIterations: 9 }).reason).toContain('99.999000% < target');
});

const counts = fc.nat(40).chain((total) => fc.record({ passed: fc.nat(total), total: fc.constant(total) }));
const anySeries = fc.array(counts, { maxLength: 15 });

test('no series gives a number that is not finite, and the first rule held is the verdict', () => {
  fc.assert(
    fc.property(
      anySeries,
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 20 }),
      (series, iteration, max) => {
        const { verdict, signal, metrics, checklist, reason } = judgeRules(series, standard, {
          iteration,
          maxIterations: max,
        });
        for (const value of Object.values(metrics))
          if (typeof value === 'number') expect(value).toSatisfy(Number.isFinite);
        const first = checklist.find((row) => row.held)?.rule.split(' ')[0] ?? null;
        expect(verdict ?? signal).toBe(first);
        expect(reason).not.toMatch(/NaN|undefined|Infinity/);
      },
    ),
  );
});

test('every run ends at its limit at the latest', () => {
  fc.assert(
    fc.property(anySeries, fc.integer({ min: 1, max: 20 }), (series, max) => {
      expect(judgeRules(series, standard, { iteration: max, maxIterations: max }).verdict).not.toBeNull();
    }),
  );
});

test('a better latest result never turns a success into something else', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(100), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 90, max: 99 }),
      (earlier, last) => {
        const criteria = { target_pass_rate: 0.9, stability_delta_threshold: 1 };
        if (judge([...earlier, last], { criteria }).verdict !== 'SUCCESS') return;
        expect(judge([...earlier, last + 1], { criteria }).verdict).toBe('SUCCESS');
      },
    ),
  );
});
