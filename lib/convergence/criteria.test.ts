import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DomainError } from '#lib/errors.ts';
import { presets } from './criteria.ts';
import { parseCriteria } from './parse-criteria.ts';

test('STANDARD has the numbers of the design, and a success at the limit counts', () => {
  expect(presets.STANDARD).toEqual({
    model: 'rules',
    target_pass_rate: 1,
    failure_rate_threshold: 0.7,
    failure_rate_consecutive_limit: 3,
    avg_improvement_window: 3,
    slow_improvement_threshold: 0.05,
    plateau_improvement_threshold: 0.01,
    min_iterations_for_slow_improvement: 5,
    min_iterations_for_plateau: 7,
    stable_iterations_required: 2,
    stability_delta_threshold: 0.02,
    no_improvement_epsilon: 0,
    consecutive_no_improvement_limit: 2,
    success_at_limit: true,
  });
});

test('BALANCED has the numbers of the design', () => {
  expect(presets.BALANCED).toEqual({
    model: 'scored',
    convergence_type: 'hybrid',
    max_iterations: 10,
    timeout_minutes: 120,
    improvement_threshold: 0.05,
    regression_threshold: 0.02,
    stability_window: 3,
    stability_threshold: 0.03,
    target_pass_rate: 0.95,
    min_pass_rate: 0.8,
    performance_degradation_threshold: 0.05,
    performance_improvement_threshold: 0.02,
    min_confidence_score: 0.7,
    success_confidence_threshold: 0.85,
    min_test_count: 10,
    max_consecutive_failures: 3,
    circuit_breaker_threshold: 5,
    circuit_breaker_timeout: 30,
  });
});

test('STRICT and AGGRESSIVE differ from BALANCED in what the design says, and in nothing else', () => {
  expect(presets.STRICT).toEqual({
    ...presets.BALANCED,
    max_iterations: 15,
    improvement_threshold: 0.03,
    stability_window: 5,
    target_pass_rate: 0.98,
    success_confidence_threshold: 0.9,
  });
  expect(presets.AGGRESSIVE).toEqual({
    ...presets.BALANCED,
    convergence_type: 'improvement_based',
    max_iterations: 5,
    improvement_threshold: 0.02,
    target_pass_rate: 0.9,
    success_confidence_threshold: 0.8,
  });
});

test.each([
  ['standard', presets.STANDARD],
  ['Strict', presets.STRICT],
  [{ preset: 'aggressive' }, presets.AGGRESSIVE],
  [
    { preset: 'STANDARD', success_at_limit: false },
    { ...presets.STANDARD, success_at_limit: false },
  ],
  [
    { preset: 'strict', model: 'scored', min_pass_rate: 0.5 },
    { ...presets.STRICT, min_pass_rate: 0.5 },
  ],
  [{ model: 'scored' }, presets.BALANCED],
  [{ target_pass_rate: 0.9 }, { ...presets.STANDARD, target_pass_rate: 0.9 }],
])('%j reads as criteria', (input, criteria) => {
  expect(parseCriteria(input)).toEqual(criteria);
});

test.each([
  ['nonsense', /preset/],
  [{ preset: 'STANDARD', model: 'scored' }, /model/],
  [{ model: 'magic' }, /model/],
  [{ target_pass_rat: 0.9 }, /target_pass_rat/],
  [{ preset: 'BALANCED', success_at_limit: true }, /success_at_limit/],
  [{ target_pass_rate: 1.01 }, /target_pass_rate/],
  [{ target_pass_rate: Number.NaN }, /target_pass_rate/],
  [{ failure_rate_threshold: -0.1 }, /failure_rate_threshold/],
  [{ avg_improvement_window: 0 }, /avg_improvement_window/],
  [{ stable_iterations_required: 1.5 }, /stable_iterations_required/],
  [{ model: 'scored', stability_window: 0 }, /stability_window/],
  [{ model: 'scored', timeout_minutes: 0 }, /timeout_minutes/],
  [{ model: 'scored', convergence_type: 'magic' }, /convergence_type/],
  [null, /object/],
  [[], /object/],
])('%j is refused, naming the field', (input, message) => {
  expect(() => parseCriteria(input)).toThrow(DomainError);
  expect(() => parseCriteria(input)).toThrow(message);
});

test('any input yields criteria or a DomainError, never another error', () => {
  fc.assert(
    fc.property(fc.anything(), (input) => {
      try {
        expect(['rules', 'scored']).toContain(parseCriteria(input).model);
      } catch (error) {
        expect(error).toBeInstanceOf(DomainError);
      }
    }),
  );
});
