import { expect, test } from 'vitest';
import { DomainError } from '#lib/errors.ts';
import { presets } from './criteria.ts';
import { judgeHistory } from './judge.ts';
import { judgeEach } from './judge-each.ts';
import { meetsTarget } from './judge-series.ts';
import { parseCriteria } from './parse-criteria.ts';

function history(passed: readonly number[], rest: object = {}) {
  return { iterations: passed.map((count) => ({ passed: count, total: 100, ...rest })) };
}

test('each iteration has a row with iteration, verdict, signal, reason and metrics', () => {
  const judged = judgeHistory(history([80, 90, 97, 100, 100]), { criteria: presets.STANDARD });
  expect(judged).toMatchObject({ model: 'rules', max_iterations: 10, ended_at: 5, verdict: 'SUCCESS' });
  expect(judged.iterations.map((row) => [row.iteration, row.verdict, row.signal])).toEqual([
    [1, null, null],
    [2, null, null],
    [3, null, null],
    [4, null, null],
    [5, 'SUCCESS', null],
  ]);
  expect(judged.iterations.map((row) => row.metrics.pass_rate)).toEqual([0.8, 0.9, 0.97, 1, 1]);
});

test('rows after the end go on being judged, and the end stays the first verdict', () => {
  const judged = judgeHistory(history([25, 28, 29, 90]), { criteria: presets.STANDARD });
  expect(judged.iterations.map((row) => row.verdict)).toEqual([null, null, 'FAILURE', null]);
  expect(judged).toMatchObject({ ended_at: 3, verdict: 'FAILURE' });
});

test('a history that ends nowhere says so', () => {
  expect(judgeHistory(history([80]), { criteria: presets.STANDARD })).toMatchObject({ ended_at: null, verdict: null });
});

test.each([
  { criteria: presets.STANDARD, asked: undefined, limit: 10 },
  { criteria: presets.STRICT, asked: undefined, limit: 15 },
  { criteria: presets.STRICT, asked: 3, limit: 3 },
])('the limit is $limit for $criteria.model when $asked is asked', ({ criteria, asked, limit }) => {
  expect(judgeHistory(history([80]), { criteria, maxIterations: asked }).max_iterations).toBe(limit);
});

test('success_at_limit of the criteria decides between SUCCESS and TIMEOUT', () => {
  const last = (success_at_limit: boolean) => {
    const criteria = parseCriteria({ preset: 'STANDARD', success_at_limit });
    return judgeHistory(history([90, 100, 100]), { criteria, maxIterations: 3 }).verdict;
  };
  expect([last(true), last(false)]).toEqual(['SUCCESS', 'TIMEOUT']);
});

test('an iteration without tests is neither 0 % nor 100 % and enters no series', () => {
  const iterations = [100, 0, 100].map((total) => ({ passed: total, total }));
  const judged = judgeHistory({ iterations }, { criteria: presets.STANDARD });
  expect(judged.iterations[1]).toMatchObject({ verdict: null, metrics: { pass_rate: null }, reason: /no test ran/ });
  expect(judged.iterations[2]?.verdict).toBe('SUCCESS');
});

test.each([
  { stated: { regression_detected: true }, verdict: null },
  { stated: { regression_detected: false }, verdict: 'SUCCESS' },
  { stated: { confidence_score: 0.79 }, verdict: null },
  { stated: { confidence_score: 0.8 }, verdict: 'SUCCESS' },
])('a stated $stated is a gate before success: $verdict', ({ stated, verdict }) => {
  expect(judgeHistory(history([100, 100], stated), { criteria: presets.STANDARD }).verdict).toBe(verdict);
});

test.each([
  ['rules', presets.STANDARD],
  ['scored', presets.AGGRESSIVE],
] as const)(
  'tests that vanish keep a history from success by the %s model, and each row says how many',
  (_, criteria) => {
    const iterations = [
      { passed: 80, total: 100 },
      { passed: 50, total: 50 },
      ...Array.from({ length: 4 }, () => ({ passed: 20, total: 20 })),
    ].map((result) => ({ ...result, confidence_score: 1 }));
    const judged = judgeHistory({ iterations }, { criteria, maxIterations: 6 });
    expect(judged.verdict).not.toBe('SUCCESS');
    expect(judged.iterations.map(({ reason }) => /(\d+) tests vanished/.exec(reason)?.[1])).toEqual([
      undefined,
      '50',
      ...Array.from({ length: 4 }, () => '80'),
    ]);
  },
);

test('tests that come are no reason against success', () => {
  const iterations = [60, 80, 100, 100].map((total) => ({ passed: total, total }));
  expect(judgeHistory({ iterations }, { criteria: presets.STANDARD }).iterations[3]?.verdict).toBe('SUCCESS');
});

test('scored metrics carry the analysis by name', () => {
  const judged = judgeHistory(history([96, 96, 96], { confidence_score: 1 }), { criteria: presets.BALANCED });
  expect(judged.iterations[2]?.metrics).toMatchObject({
    is_converged: true,
    improvement_trend: 'stable',
    stability_score: 1,
    confidence_level: 1,
    regression_count: 0,
    total_improvements: 0,
    convergence_score: expect.closeTo(0.895, 9),
  });
});

test.each([
  [{ iterations: [] }, /at least one iteration/],
  [{ iterations: [{ passed: -1, total: 10 }] }, /iterations\[0\]\.passed/],
  [
    {
      iterations: [
        { passed: 1, total: 10 },
        { passed: 11, total: 10 },
      ],
    },
    /iterations\[1\]\.passed: must not exceed total/,
  ],
  [{ iterations: [{ passed: Number.NaN, total: 10 }] }, /iterations\[0\]\.passed/],
  [{ iterations: [{ passed: 1.5, total: 10 }] }, /iterations\[0\]\.passed/],
  [{ iterations: [{ passed: 1 }] }, /iterations\[0\]\.total/],
  [{ iterations: [{ passed: '1', total: 10 }] }, /iterations\[0\]\.passed/],
  [{ iterations: [{ passed: 1, total: 10, pased: 1 }] }, /pased/],
  [{ iterations: [{ passed: 9, total: 10, error_count: 2 }] }, /error_count/],
  [{ iterations: [{ passed: 9, total: 10, confidence_score: 1.2 }] }, /confidence_score/],
  [{ iterations: [{ passed: 9, total: 10, execution_time: Number.POSITIVE_INFINITY }] }, /execution_time/],
  [{ iteration: [] }, /iteration/],
  [[], /object/],
  ['{}', /object/],
])('%j is refused, naming the place', (input, message) => {
  const judging = () => judgeHistory(input, { criteria: presets.STANDARD });
  expect(judging).toThrow(DomainError);
  expect(judging).toThrow(message);
});

test.each([
  { passed: 100, total: 100, criteria: presets.STANDARD, met: true },
  { passed: 99, total: 100, criteria: presets.STANDARD, met: false },
  { passed: 95, total: 100, criteria: presets.BALANCED, met: true },
  { passed: 0, total: 0, criteria: { ...presets.STANDARD, target_pass_rate: 0 }, met: false },
])('$passed of $total meets the target of $criteria.target_pass_rate: $met', ({ passed, total, criteria, met }) => {
  expect(
    meetsTarget(
      [
        { passed: 0, total: 100 },
        { passed, total },
      ],
      criteria,
    ),
  ).toBe(met);
});

test('a history longer than any run is refused before it is judged', () => {
  const endless = history(Array.from({ length: 10_001 }, () => 80));
  expect(() => judgeHistory(endless, { criteria: presets.STANDARD })).toThrow(/at most 10000 iterations/);
});

test('a run that compared its tests by name is not told that a total shrank: a crash that counted may be over', () => {
  const recorded = [
    { iteration: 1, result: { passed: 33, total: 35 }, gates: [] },
    { iteration: 2, result: { passed: 34, total: 34 }, gates: [] },
    { iteration: 3, result: { passed: 34, total: 34 }, gates: [] },
  ];
  const rows = judgeEach(recorded, presets.STANDARD, 10);
  expect(rows.map(({ reason }) => reason).join('\n')).not.toContain('vanished');
  expect(rows.at(-1)?.verdict).toBe('SUCCESS');
});
