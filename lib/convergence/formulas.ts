import { compares } from './condition.ts';
import type { RulesCriteria } from './criteria.ts';

/** What one iteration measured; `total` is passed + failed + errors, skipped tests are kept apart. */
export interface Counts {
  readonly passed: number;
  readonly total: number;
}

/** Measured iterations, oldest first. */
export type Series = readonly Counts[];

/** Share of passed tests, 0 to 1; a total of 0 gives 0 (design §5.19.2, step 0). */
export function passRate({ passed, total }: Counts): number {
  return passed / Math.max(total, 1);
}

/** Change in passed tests as a share of the earlier total; negative when tests were lost (§5.19.2, step 1). */
export function improvementRate(earlier: Counts, later: Counts): number {
  return (later.passed - earlier.passed) / Math.max(earlier.total, 1);
}

/** Mean of the last `window` improvement rates with losses counted as 0; 0 without any change to look at (step 2). */
export function averageImprovement(series: Series, window: number): number {
  const gains = changes(series.slice(-window - 1), improvementRate).map((change) => Math.max(0, change));
  return gains.length === 0 ? 0 : gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
}

/** How far the pass rate moved, in either direction (step 3). */
export function stabilityDelta(earlier: Counts, later: Counts): number {
  return Math.abs(passRate(later) - passRate(earlier));
}

/** The largest move among the last `iterations` results, or `null` when there are fewer (step 3). */
export function largestDelta(series: Series, iterations: number): number | null {
  if (series.length < iterations) return null;
  return Math.max(0, ...changes(series.slice(-iterations), stabilityDelta));
}

/** How many changes in a row, counted from the latest, gained at most `epsilon`. */
export function noImprovementStreak(series: Series, epsilon: number): number {
  const isGain = (later: Counts, index: number) =>
    index > 0 && compares(improvementRate(series[index - 1] ?? later, later), '>', epsilon);
  return Math.max(0, series.length - 1 - Math.max(0, series.findLastIndex(isGain)));
}

/** How many results in a row, counted from the latest, failed more than `threshold` of their tests. */
export function highFailureStreak(series: Series, threshold: number): number {
  return tailStreak(series, (counts) => compares(1 - passRate(counts), '>', threshold));
}

/**
 * How settled the loop is, 0 to 1, for display only: half progress to the target, 0.3 stability of the last change, 0.2
 * slowness of improvement (step 4).
 */
export function convergenceScore(series: Series, criteria: RulesCriteria): number {
  const last = series.at(-1);
  if (last === undefined) return 0;
  const lastDelta = lastChange(series, stabilityDelta) ?? 0;
  const improvement = averageImprovement(series, criteria.avg_improvement_window);
  const progress = Math.min(1, passRate(last) / nonZero(criteria.target_pass_rate));
  const stability = Math.max(0, 1 - lastDelta / nonZero(criteria.stability_delta_threshold));
  const slowdown = Math.max(0, 1 - improvement / nonZero(criteria.slow_improvement_threshold));
  return 0.5 * progress + 0.3 * stability + 0.2 * slowdown;
}

type Between = (earlier: Counts, later: Counts) => number;

/** The latest change of a series, or `null` while there is nothing to compare with. */
export function lastChange(series: Series, between: Between): number | null {
  return changes(series.slice(-2), between).at(-1) ?? null;
}

function changes(series: Series, between: Between): number[] {
  return series.slice(1).map((later, index) => between(series[index] ?? later, later));
}

/** How many items in a row, counted from the end, answer yes. */
export function tailStreak<T>(items: readonly T[], holds: (item: T) => boolean): number {
  return items.length - 1 - items.findLastIndex((item) => !holds(item));
}

function nonZero(value: number): number {
  return Math.max(value, 1e-9);
}
