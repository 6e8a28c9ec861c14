import { expect, test } from 'vitest';
import { checkGates, failedGates, type GateFacts, type MetricReading } from './gates.ts';

const clean: GateFacts = {
  measurement: { incomplete: null },
  vanished: 0,
  regressions: [],
  newWarnings: 0,
  metrics: [],
  confidence: 1,
  acceptance: { total: 3, failed: [] },
};

const size: MetricReading = {
  name: 'flash',
  unit: 'bytes',
  direction: 'lower',
  value: 900,
  threshold: 1000,
  baseline: 800,
};

test('a clean result passes every gate', () => {
  expect(checkGates(clean, 0.8).map(({ held }) => held)).toEqual([true, true, true, true, true, true]);
});

test('what was not measured is not applicable, says so, and does not stand in the way', () => {
  const nothing = {
    measurement: null,
    vanished: null,
    regressions: null,
    newWarnings: null,
    metrics: [{ ...size, value: null }],
    confidence: null,
    acceptance: null,
  };
  const gates = checkGates(nothing, 0.8);
  expect(gates.map(({ held }) => held)).toEqual(Array.from({ length: 7 }, () => 'not applicable'));
  expect(gates.map(({ reason }) => reason)).toContain('plausible: no acceptance suite');
  expect(failedGates(gates)).toEqual([]);
});

test.each([
  {
    gate: 'complete measurement',
    facts: { measurement: { incomplete: 'the run was stopped at its deadline' } },
    reason: 'the run was stopped at its deadline',
  },
  {
    gate: 'regressions',
    facts: { regressions: ['boot', 'watchdog'] },
    reason: '2 tests worse than at the baseline: boot, watchdog',
  },
  {
    gate: 'tests vanished',
    facts: { vanished: 30 },
    reason: '30 tests vanished, which counts as a regression',
  },
  { gate: 'compiler warnings', facts: { newWarnings: 1 }, reason: '1 new compiler warning' },
  { gate: 'confidence', facts: { confidence: 0.79 }, reason: 'confidence 79.00% < 80.00%' },
  {
    gate: 'acceptance',
    facts: { acceptance: { total: 3, failed: ['cold_start'] } },
    reason: '1 of 3 acceptance tests fail: cold_start',
  },
  { gate: 'acceptance', facts: { acceptance: { total: 0, failed: [] } }, reason: 'the acceptance suite ran no tests' },
  {
    gate: 'flash',
    facts: { metrics: [{ ...size, value: 1001 }] },
    reason: 'flash 1001 bytes is above its threshold 1000 bytes',
  },
])('$gate alone fails on $reason', ({ gate, facts, reason }) => {
  expect(failedGates(checkGates({ ...clean, ...facts }, 0.8))).toEqual([{ gate, held: false, reason }]);
});

test.each([
  { metric: size, held: true },
  { metric: { ...size, value: 1000 }, held: true },
  { metric: { ...size, threshold: null }, held: false },
  { metric: { ...size, threshold: null, value: 800 }, held: true },
  { metric: { ...size, threshold: null, baseline: null }, held: 'not applicable' },
  { metric: { ...size, direction: 'higher' as const }, held: false },
  { metric: { ...size, direction: 'higher' as const, threshold: null }, held: true },
])(
  'a metric of $metric.value, threshold $metric.threshold, baseline $metric.baseline, $metric.direction is better: $held',
  ({ metric, held }) => {
    const gate = checkGates({ ...clean, metrics: [metric] }, 0.8).find((one) => one.gate === 'flash');
    expect(gate?.held).toBe(held);
  },
);
