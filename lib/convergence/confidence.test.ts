import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Measurement, measurementConfidence } from './confidence.ts';

const clean: Measurement = {
  expectedTests: 40,
  reportedTests: 40,
  attempts: 1,
  agreeingTests: 40,
  infrastructureRetries: 0,
  modelConfidence: null,
};

test.each([
  { why: 'a clean result', change: {}, expected: 1 },
  { why: 'a clean result that was repeated', change: { attempts: 3 }, expected: 1 },
  { why: 'more tests than expected', change: { reportedTests: 44 }, expected: 1 },
  { why: 'an unknown number of tests', change: { expectedTests: null }, expected: 1 },
  { why: 'a cut-off report', change: { reportedTests: 30 }, expected: 0.75 },
  { why: 'tests that disagree between attempts', change: { attempts: 2, agreeingTests: 36 }, expected: 0.9 },
  { why: 'two infrastructure retries', change: { infrastructureRetries: 2 }, expected: 0.81 },
  { why: 'no test at all', change: { reportedTests: 0, expectedTests: null }, expected: 0 },
  { why: 'a doubtful model', change: { modelConfidence: 0.6 }, expected: 0.6 },
  { why: 'a boastful model', change: { modelConfidence: 1, infrastructureRetries: 1 }, expected: 0.9 },
])('$why has confidence $expected', ({ change, expected }) => {
  expect(measurementConfidence({ ...clean, ...change })).toBeCloseTo(expected, 12);
});

test('confidence lies between 0 and 1 and never above the model’s own', () => {
  const count = fc.nat(50);
  fc.assert(
    fc.property(
      count,
      count,
      count,
      fc.nat(4),
      fc.nat(5),
      fc.float({ min: 0, max: 1, noNaN: true }),
      (expectedTests, reportedTests, agreeing, attempts, infrastructureRetries, modelConfidence) => {
        const agreeingTests = Math.min(agreeing, reportedTests);
        const confidence = measurementConfidence({
          expectedTests,
          reportedTests,
          attempts,
          agreeingTests,
          infrastructureRetries,
          modelConfidence,
        });
        expect(confidence).toBeGreaterThanOrEqual(0);
        expect(confidence).toBeLessThanOrEqual(modelConfidence);
      },
    ),
  );
});
