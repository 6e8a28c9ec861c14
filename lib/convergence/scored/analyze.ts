import type { Condition } from '../condition.ts';
import type { ScoredCriteria } from '../criteria.ts';
import type { IterationResult } from '../iteration-result.ts';
import { type ChecklistRow, checklistRow } from '../judgement.ts';
import type { Standing } from '../standing.ts';
import { confidenceLevel } from './confidence-level.ts';
import { paths, type Scores } from './converged.ts';
import { narrate } from './narrative.ts';
import { convergenceScore, stabilityScore } from './scores.ts';
import { type ImprovementTrend, improvementTrend, totalImprovements } from './trend.ts';
import { consecutiveFailures, windowOf } from './window.ts';

/** The fields of the design's `ConvergenceAnalysis` (§6.1); scores and levels lie between 0 and 1. */
export interface ConvergenceAnalysis {
  readonly isConverged: boolean;
  /** Which of the three ways led to convergence, or why none did. */
  readonly because: string;
  /** Each of the ways with its numbers. */
  readonly ways: readonly ChecklistRow[];
  readonly convergenceScore: number;
  readonly improvementTrend: ImprovementTrend;
  readonly stabilityScore: number;
  readonly confidenceLevel: number;
  readonly reasons: readonly string[];
  readonly recommendations: readonly string[];
  readonly passRateTrend: readonly number[];
  readonly performanceTrend: readonly number[];
  readonly confidenceTrend: readonly number[];
  readonly regressionCount: number;
  readonly totalImprovements: number;
}

/** Analyses a history, oldest first, as `ConvergenceAnalyzer` of the design's §6.2 does. */
export function analyze(
  history: readonly IterationResult[],
  criteria: ScoredCriteria,
  { iteration, maxIterations }: Standing,
): ConvergenceAnalysis {
  const window = windowOf(history, criteria);
  const latest = window.at(-1);
  if (latest === undefined || window.length < 2) return tooShort;
  const scores: Scores = {
    iteration,
    maxIterations,
    convergenceScore: convergenceScore(window, criteria),
    improvementTrend: improvementTrend(window, criteria),
    stabilityScore: stabilityScore(window, criteria),
    confidenceLevel: confidenceLevel(window, criteria),
    latest,
  };
  return {
    ...converged(scores, criteria),
    convergenceScore: scores.convergenceScore,
    improvementTrend: scores.improvementTrend,
    stabilityScore: scores.stabilityScore,
    confidenceLevel: scores.confidenceLevel,
    ...narrate({ ...scores, consecutiveFailures: consecutiveFailures(history) }, criteria),
    passRateTrend: window.map((result) => result.passRate),
    performanceTrend: window.map((result) => result.performance_score),
    confidenceTrend: window.map((result) => result.confidence_score),
    regressionCount: window.filter((result) => result.regression_detected).length,
    totalImprovements: totalImprovements(window, criteria),
  };
}

const tooShort: ConvergenceAnalysis = {
  isConverged: false,
  because: 'not converged: fewer than 2 results',
  ways: [],
  convergenceScore: 0,
  improvementTrend: 'stable',
  stabilityScore: 0,
  confidenceLevel: 0,
  reasons: ['not enough history'],
  recommendations: ['run more iterations'],
  passRateTrend: [],
  performanceTrend: [],
  confidenceTrend: [],
  regressionCount: 0,
  totalImprovements: 0,
};

function converged(
  scores: Scores,
  criteria: ScoredCriteria,
): Pick<ConvergenceAnalysis, 'isConverged' | 'because' | 'ways'> {
  const tried = paths.map(({ name, when }) => ({ name, conditions: when(scores, criteria) }));
  const ways = tried.map(({ name, conditions }) => checklistRow(name, conditions));
  const taken = ways.find((way) => way.held);
  const because = taken === undefined ? nearest(tried) : `${taken.rule} (${taken.numbers})`;
  return { isConverged: taken !== undefined, because, ways };
}

function nearest(tried: readonly { readonly name: string; readonly conditions: readonly Condition[] }[]): string {
  const missing = tried.map(({ name, conditions }) => ({ name, open: conditions.filter(({ holds }) => !holds) }));
  const [closest] = missing.toSorted((one, other) => one.open.length - other.open.length);
  return `not converged, closest to ${closest?.name}: ${closest?.open.map(({ text }) => text).join(', ')}`;
}
