import type { RulesCriteria } from './criteria.ts';
import {
  averageImprovement,
  type Counts,
  convergenceScore,
  highFailureStreak,
  improvementRate,
  largestDelta,
  lastChange,
  noImprovementStreak,
  passRate,
  type Series,
  stabilityDelta,
} from './formulas.ts';
import type { Judgement } from './judgement.ts';

/** What the rules look at, computed once from the series. */
export interface Measures {
  readonly passRate: number;
  readonly passed: number;
  readonly total: number;
  readonly bestPassed: number;
  readonly results: number;
  /** `null` while there is nothing to compare with. */
  readonly improvement: number | null;
  readonly averageImprovement: number;
  readonly lastDelta: number | null;
  readonly largestDelta: number | null;
  readonly highFailureStreak: number;
  readonly noImprovementStreak: number;
  readonly convergenceScore: number;
}

/** Measures a series whose latest result is given, too; see `formulas.ts` for each number. */
export function measure(series: Series, last: Counts, criteria: RulesCriteria): Measures {
  return {
    ...last,
    passRate: passRate(last),
    bestPassed: series.reduce((best, { passed }) => Math.max(best, passed), 0),
    results: series.length,
    improvement: lastChange(series, improvementRate),
    averageImprovement: averageImprovement(series, criteria.avg_improvement_window),
    lastDelta: lastChange(series, stabilityDelta),
    largestDelta: largestDelta(series, criteria.stable_iterations_required),
    highFailureStreak: highFailureStreak(series, criteria.failure_rate_threshold),
    noImprovementStreak: noImprovementStreak(series, criteria.no_improvement_epsilon),
    convergenceScore: convergenceScore(series, criteria),
  };
}

/** The measures as a judgement shows them, named as the design names them. */
export function metricsOf(facts: Measures): Judgement['metrics'] {
  return {
    pass_rate: facts.passRate,
    failure_rate: 1 - facts.passRate,
    improvement_rate: facts.improvement,
    avg_improvement: facts.averageImprovement,
    stability_delta: facts.lastDelta,
    high_failure_streak: facts.highFailureStreak,
    no_improvement_streak: facts.noImprovementStreak,
    best_pass_count: facts.bestPassed,
    convergence_score: facts.convergenceScore,
  };
}
