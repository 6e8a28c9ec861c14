import { type Condition, number, rate } from '../condition.ts';
import type { ScoredCriteria } from '../criteria.ts';
import { passRate } from '../formulas.ts';
import type { IterationResult } from '../iteration-result.ts';
import { type AppliedRule, conclude, type Judgement } from '../judgement.ts';
import { gatesHold, judgeNothingMeasured, type Standing } from '../standing.ts';
import { analyze, type ConvergenceAnalysis } from './analyze.ts';
import { consecutiveFailures } from './window.ts';

/**
 * Judges a history by the `scored` model (design §6). A converged run is SUCCESS at its target with every gate holding,
 * CONVERGED_WITH_IMPROVEMENT from `min_pass_rate` on, and FAILURE below; then come the limit, the circuit breaker and
 * the time, in the order of §6.3. `history` holds the measured iterations, oldest first.
 */
export function judgeScored(
  history: readonly IterationResult[],
  criteria: ScoredCriteria,
  standing: Standing,
): Judgement {
  const last = history.at(-1);
  if (last === undefined) return judgeNothingMeasured(standing);
  const analysis = analyze(history, criteria, standing);
  const facts: Facts = {
    ...standing,
    analysis,
    passRate: passRate(last),
    consecutiveFailures: consecutiveFailures(history),
    minutes: history.reduce((sum, result) => sum + result.execution_time, 0) / 60,
  };
  const target = rate('pass_rate', facts.passRate, '>=', 'target_pass_rate', criteria.target_pass_rate);
  const otherwise = [...gatesHold(standing), converged(analysis), target];
  return conclude(rules(facts, criteria), metricsOf(facts), otherwise, analysis.ways);
}

interface Facts extends Standing {
  readonly analysis: ConvergenceAnalysis;
  readonly passRate: number;
  readonly consecutiveFailures: number;
  readonly minutes: number;
}

/** In order of precedence: the first rule whose conditions all hold decides. */
function rules(f: Facts, c: ScoredCriteria): readonly AppliedRule[] {
  const settled = converged(f.analysis);
  const belowTarget = rate('pass_rate', f.passRate, '<', 'target_pass_rate', c.target_pass_rate);
  return [
    {
      name: 'SUCCESS',
      outcome: 'SUCCESS',
      conditions: [
        rate('pass_rate', f.passRate, '>=', 'target_pass_rate', c.target_pass_rate),
        settled,
        ...gatesHold(f),
      ],
    },
    {
      name: 'CONVERGED_WITH_IMPROVEMENT',
      outcome: 'CONVERGED_WITH_IMPROVEMENT',
      conditions: [belowTarget, rate('pass_rate', f.passRate, '>=', 'min_pass_rate', c.min_pass_rate), settled],
    },
    {
      name: 'FAILURE (converged too low)',
      outcome: 'FAILURE',
      conditions: [belowTarget, rate('pass_rate', f.passRate, '<', 'min_pass_rate', c.min_pass_rate), settled],
    },
    {
      name: 'TIMEOUT',
      outcome: 'TIMEOUT',
      conditions: [number('iteration', f.iteration, '>=', 'max_iterations', f.maxIterations)],
    },
    {
      name: 'FAILURE (circuit_breaker: regressions)',
      outcome: 'FAILURE',
      conditions: [
        number(
          'regression_count',
          f.analysis.regressionCount,
          '>=',
          'circuit_breaker_threshold',
          c.circuit_breaker_threshold,
        ),
      ],
    },
    {
      name: 'FAILURE (circuit_breaker: iterations under 50 %)',
      outcome: 'FAILURE',
      conditions: [
        number(
          'consecutive_failures',
          f.consecutiveFailures,
          '>=',
          'max_consecutive_failures',
          c.max_consecutive_failures,
        ),
      ],
    },
    {
      name: 'TIMEOUT (test minutes)',
      outcome: 'TIMEOUT',
      conditions: [number('execution minutes', f.minutes, '>=', 'timeout_minutes', c.timeout_minutes)],
    },
  ];
}

function converged({ isConverged, because }: ConvergenceAnalysis): Condition {
  return { holds: isConverged, text: because };
}

function metricsOf({ analysis, ...facts }: Facts): Judgement['metrics'] {
  return {
    pass_rate: facts.passRate,
    is_converged: analysis.isConverged,
    convergence_score: analysis.convergenceScore,
    improvement_trend: analysis.improvementTrend,
    stability_score: analysis.stabilityScore,
    confidence_level: analysis.confidenceLevel,
    reasons: analysis.reasons,
    recommendations: analysis.recommendations,
    pass_rate_trend: analysis.passRateTrend,
    performance_trend: analysis.performanceTrend,
    confidence_trend: analysis.confidenceTrend,
    regression_count: analysis.regressionCount,
    total_improvements: analysis.totalImprovements,
    consecutive_failures: facts.consecutiveFailures,
    execution_minutes: facts.minutes,
  };
}
