import type { ScoredCriteria } from '../criteria.ts';
import { passRate, tailStreak } from '../formulas.ts';
import type { IterationResult } from '../iteration-result.ts';

/** One result as the analysis sees it. */
export interface Scored extends IterationResult {
  readonly passRate: number;
}

/** The results the analysis remembers: the latest `2 × stability_window`, oldest first (design §6.2). */
export type Window = readonly Scored[];

/** Keeps the latest results of a history, each with its pass rate. */
export function windowOf(history: readonly IterationResult[], criteria: ScoredCriteria): Window {
  return history.slice(-criteria.stability_window * 2).map((result) => ({ ...result, passRate: passRate(result) }));
}

/** Results in a row, counted from the latest, with fewer than half of the tests passing. */
export function consecutiveFailures(history: readonly IterationResult[]): number {
  return tailStreak(history, (result) => passRate(result) < 0.5);
}
