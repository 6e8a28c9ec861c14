import type { ScoredCriteria } from '../criteria.ts';
import { step } from './scores.ts';
import { mean } from './statistics.ts';
import { consecutiveFailures, type Window } from './window.ts';

/**
 * How far the analysis itself can be trusted, 0 to 1: the mean of enough tests, few errors and no failing streak; 0.5
 * until the stability window is full (design §6.2).
 */
export function confidenceLevel(window: Window, { stability_window, min_test_count }: ScoredCriteria): number {
  if (window.length < stability_window) return 0.5;
  const recent = window.slice(-stability_window);
  const tests = mean(recent.map((result) => result.total));
  const errors = mean(recent.map((result) => result.error_count / Math.max(result.total, 1)));
  return mean([
    step(tests, '>=', [[min_test_count, 1]], 0.5),
    step(
      errors,
      '<=',
      [
        [0.01, 1],
        [0.05, 0.7],
      ],
      0.3,
    ),
    step(
      consecutiveFailures(window),
      '<=',
      [
        [0, 1],
        [2, 0.6],
      ],
      0.2,
    ),
  ]);
}
