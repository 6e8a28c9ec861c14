import { compares } from '../condition.ts';
import type { ScoredCriteria } from '../criteria.ts';
import { slope } from './statistics.ts';
import type { Window } from './window.ts';

/** Which way the pass rates go. */
export type ImprovementTrend = 'improving' | 'stable' | 'declining' | 'mixed';

/** Slope of the last five pass rates against `improvement_threshold`; fewer than three results are stable. */
export function improvementTrend(window: Window, { improvement_threshold }: ScoredCriteria): ImprovementTrend {
  if (window.length < 3) return 'stable';
  const perIteration = slope(window.slice(-5).map((result) => result.passRate));
  if (compares(perIteration, '>', improvement_threshold)) return 'improving';
  if (compares(perIteration, '<', -improvement_threshold)) return 'declining';
  return compares(Math.abs(perIteration), '<=', improvement_threshold / 2) ? 'stable' : 'mixed';
}

/** Steps in the window that raised the pass rate by more than the threshold, plus those that raised confidence by 0.05. */
export function totalImprovements(window: Window, { improvement_threshold }: ScoredCriteria): number {
  return window.slice(1).reduce((count, later, index) => {
    const earlier = window[index] ?? later;
    const better = compares(later.passRate, '>', earlier.passRate + improvement_threshold);
    const surer = compares(later.confidence_score, '>', earlier.confidence_score + 0.05);
    return count + Number(better) + Number(surer);
  }, 0);
}
