import { compares } from './condition.ts';
import type { Criteria } from './criteria.ts';
import { passRate, type Series } from './formulas.ts';
import { type StatedResult, toIterationResult } from './iteration-result.ts';
import type { Judgement } from './judgement.ts';
import { judgeRules } from './rules.ts';
import { judgeScored } from './scored/judge-scored.ts';
import type { Standing } from './standing.ts';

/** The limit of a run that names none. */
const defaultMaxIterations = 10;

/** Judges measured iterations, oldest first, by whichever model the criteria are of; open fields take their defaults. */
export function judgeSeries(series: readonly StatedResult[], criteria: Criteria, standing: Standing): Judgement {
  return criteria.model === 'rules'
    ? judgeRules(series, criteria, standing)
    : judgeScored(series.map(toIterationResult), criteria, standing);
}

/** The number of iterations a run may take: the one asked for, else the criteria's, else 10. */
export function maxIterationsOf(criteria: Criteria, asked?: number): number {
  return asked ?? (criteria.model === 'scored' ? criteria.max_iterations : defaultMaxIterations);
}

/**
 * Whether the latest result is at the target. Together with a verdict of `null` or TIMEOUT it means that there is
 * nothing to patch and that the next iteration can only confirm.
 */
export function meetsTarget(series: Series, criteria: Criteria): boolean {
  const last = series.at(-1);
  return last !== undefined && last.total > 0 && compares(passRate(last), '>=', criteria.target_pass_rate);
}

/** The confidence a result needs before a run may succeed (design §5.15), 0 to 1. */
export function confidenceThresholdOf(criteria: Criteria): number {
  return criteria.model === 'scored' ? criteria.success_confidence_threshold : 0.8;
}
