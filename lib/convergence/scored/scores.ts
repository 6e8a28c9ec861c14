import { compares } from '../condition.ts';
import type { ScoredCriteria } from '../criteria.ts';
import { mean, populationDeviation, slope } from './statistics.ts';
import type { Window } from './window.ts';

type Score = (window: Window, criteria: ScoredCriteria) => number;

/** The parts of the convergence score and their weights, which add up to 1 (design §6.2). */
const parts: readonly { readonly weight: number; readonly score: Score }[] = [
  { weight: 0.3, score: passRateScore },
  { weight: 0.25, score: stabilityScore },
  { weight: 0.2, score: confidenceScore },
  { weight: 0.15, score: performanceScore },
  { weight: 0.1, score: regressionScore },
];

/** Weighted score of a window, 0 to 1, the higher the more converged; 0 for fewer than two results. */
export function convergenceScore(window: Window, criteria: ScoredCriteria): number {
  if (window.length < 2) return 0;
  return parts.reduce((sum, { weight, score }) => sum + weight * score(window, criteria), 0);
}

/** How even the pass rates of the stability window are: steps by their coefficient of variation. */
export function stabilityScore(window: Window, { stability_window, stability_threshold }: ScoredCriteria): number {
  if (window.length < stability_window) return 0;
  const rates = window.slice(-stability_window).map((result) => result.passRate);
  const average = mean(rates);
  if (average === 0) return 0;
  const variation = populationDeviation(rates) / average;
  return step(
    variation,
    '<=',
    [
      [stability_threshold, 1],
      [stability_threshold * 2, 0.7],
      [stability_threshold * 3, 0.4],
    ],
    0.1,
  );
}

/** At the target 0.8, up to 1.0 for a rising trend and lower for a falling one (never below 0); 0.5 from the minimum on. */
function passRateScore(window: Window, { target_pass_rate, min_pass_rate }: ScoredCriteria): number {
  const rates = window.slice(-5).map((result) => result.passRate);
  const latest = rates.at(-1) ?? 0;
  const bonus = rates.length >= 3 ? Math.min(slope(rates) * 10, 0.2) : 0;
  const atTarget = Math.max(0, Math.min(1, 0.8 + bonus));
  return step(
    latest,
    '>=',
    [
      [target_pass_rate, atTarget],
      [min_pass_rate, 0.5],
    ],
    0.2,
  );
}

function confidenceScore(
  window: Window,
  { success_confidence_threshold, min_confidence_score }: ScoredCriteria,
): number {
  const average = mean(window.slice(-3).map((result) => result.confidence_score));
  return step(
    average,
    '>=',
    [
      [success_confidence_threshold, 1],
      [min_confidence_score, 0.7],
    ],
    0.3,
  );
}

function performanceScore(window: Window, criteria: ScoredCriteria): number {
  const worst = Math.max(...window.map((result) => result.performance_degradation));
  if (compares(worst, '>', criteria.performance_degradation_threshold)) return 0.3;
  const recent = window.slice(-3).map((result) => result.performance_score);
  const change = (recent.at(-1) ?? 0) - (recent.at(0) ?? 0);
  const { performance_improvement_threshold: better, performance_degradation_threshold: worse } = criteria;
  return step(
    change,
    '>=',
    [
      [better, 0.9],
      [-worse, 0.7],
    ],
    0.4,
  );
}

function regressionScore(window: Window): number {
  const regressions = window.slice(-3).filter((result) => result.regression_detected).length;
  return step(
    regressions,
    '<=',
    [
      [0, 1],
      [1, 0.6],
    ],
    0.2,
  );
}

/** The score of the first limit that `value` meets, else the last one. */
export function step(
  value: number,
  operator: '>=' | '<=',
  limits: readonly (readonly [limit: number, score: number])[],
  otherwise: number,
): number {
  return limits.find(([limit]) => compares(value, operator, limit))?.[1] ?? otherwise;
}
