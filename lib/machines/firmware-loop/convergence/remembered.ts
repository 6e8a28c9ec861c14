import type { Criteria } from '#lib/convergence/criteria.ts';
import type { Point } from '../context.ts';

/**
 * The part of a series that the criteria can still see: their longest window, and before it the best result if that is
 * older. The test time of what is dropped is added to the oldest result, so that sums over the run stay right.
 */
export function remembered(series: readonly Point[], criteria: Criteria): readonly Point[] {
  const length = windowOf(criteria);
  if (series.length <= length + 1) return series;
  const recent = series.slice(-length);
  const older = series.slice(0, -length);
  const oldest = older.reduce((best, point) => (point.passed > best.passed ? point : best));
  const seconds = older.reduce((sum, point) => sum + (point.execution_time ?? 0), 0);
  return [seconds === 0 ? oldest : { ...oldest, execution_time: seconds }, ...recent];
}

/** Results that the criteria look back on; two more than the longest streak, so that a streak is seen to be longer. */
function windowOf(criteria: Criteria): number {
  if (criteria.model === 'scored') {
    return Math.max(criteria.stability_window * 2, criteria.max_consecutive_failures + 1, 5);
  }
  return (
    Math.max(
      criteria.avg_improvement_window,
      criteria.failure_rate_consecutive_limit,
      criteria.stable_iterations_required,
      criteria.consecutive_no_improvement_limit,
    ) + 2
  );
}
