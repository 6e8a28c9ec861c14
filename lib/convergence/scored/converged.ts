import { type Condition, fact, number, rate } from '../condition.ts';
import type { ScoredCriteria } from '../criteria.ts';
import type { ImprovementTrend } from './trend.ts';
import type { Scored } from './window.ts';

/** The numbers that decide whether a window has converged. */
export interface Scores {
  /** The run's iteration number, not the length of the window. */
  readonly iteration: number;
  readonly maxIterations: number;
  readonly convergenceScore: number;
  readonly improvementTrend: ImprovementTrend;
  readonly stabilityScore: number;
  readonly confidenceLevel: number;
  readonly latest: Scored;
}

/** A way to be converged: all of its conditions must hold. */
export interface Path {
  readonly name: string;
  readonly when: (scores: Scores, criteria: ScoredCriteria) => readonly Condition[];
}

/** The three ways to converge (design §6.2); the last one is there so that no run goes on for ever. */
export const paths: readonly Path[] = [
  {
    name: 'fast convergence',
    when: (s) => [
      number('iteration', s.iteration, '>=', 'minimum', 3),
      ...scores(s, 0.9, 0.8),
      fact(
        s.improvementTrend === 'improving' || s.improvementTrend === 'stable',
        `trend is ${s.improvementTrend}`,
        `trend is ${s.improvementTrend}, neither improving nor stable`,
      ),
    ],
  },
  {
    name: 'standard convergence',
    when: (s, c) => [
      number('iteration', s.iteration, '>=', 'stability_window', c.stability_window),
      ...scores(s, 0.7, 0.6),
      number('confidence_level', s.confidenceLevel, '>=', 'minimum', 0.6),
      rate('pass_rate', s.latest.passRate, '>=', 'min_pass_rate', c.min_pass_rate),
      number('confidence_score', s.latest.confidence_score, '>=', 'min_confidence_score', c.min_confidence_score),
    ],
  },
  {
    name: 'conservative convergence',
    when: (s) => [
      number('iteration', s.iteration, '>=', '80 % of max_iterations', s.maxIterations * 0.8),
      ...scores(s, 0.6, 0.5),
    ],
  },
];

function scores(s: Scores, convergence: number, stability: number): Condition[] {
  return [
    number('convergence_score', s.convergenceScore, '>=', 'minimum', convergence),
    number('stability_score', s.stabilityScore, '>=', 'minimum', stability),
  ];
}
