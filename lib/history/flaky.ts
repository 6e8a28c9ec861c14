import { judgementOf, type Outcome } from './outcome.ts';

/** How flakiness is measured, as pages state it. */
export const flakyRule = {
  /** Of the newest judged results so many are looked at. */
  window: 50,
  /** A test that disagrees with itself less often than this was broken and mended. */
  fewestDisagreements: 3,
  /** Alarm at this score, */
  alarm: 0.1,
  /** and the end of it below this one, or when so many results in a row agree. */
  recovery: 0.04,
  calmResults: 20,
  /** So many results are asked for: what raised the alarm may lie before the window. */
  lookBack: 100,
} as const;

/** The formula in words. */
export const flakyFormula = `Over the last ${flakyRule.window} results that passed or failed: (neighbours that disagree + passes that needed a retry) ÷ (results − 1). A test is flaky from ${flakyRule.alarm * 100} % on, with ${flakyRule.fewestDisagreements} disagreements at least, until it falls below ${flakyRule.recovery * 100} % or ${flakyRule.calmResults} results in a row agree. A test that breaks once and is mended once is not flaky.`;

export interface Flakiness {
  /** 0 to 1; null with fewer than two results. */
  readonly score: number | null;
  /** Pairs of neighbours that disagree, and passes that needed a retry. */
  readonly disagreements: number;
  /** Judged results in the window. */
  readonly results: number;
  readonly isFlaky: boolean;
}

/** Whether a test is flaky by its last outcomes up to now, the oldest first; more than `lookBack` are not looked at. */
export function flakinessOf(outcomes: readonly Outcome[]): Flakiness {
  const judged = outcomes.slice(-flakyRule.lookBack).filter((outcome) => judgementOf(outcome) !== null);
  let isFlaky = false;
  let agreeing = 0;
  let now: Omit<Flakiness, 'isFlaky'> = { score: null, disagreements: 0, results: 0 };
  let inWindow = 0;
  for (const [at, outcome] of judged.entries()) {
    const disagrees = doesDisagree(judged, at);
    agreeing = disagrees ? Number(outcome !== 'flaky') : agreeing + 1;
    inWindow += Number(disagrees);
    const first = Math.max(0, at + 1 - flakyRule.window);
    if (first > 0) inWindow -= Number(doesDisagree(judged, first - 1));
    now = measured(inWindow - Number(isOnlyAgainstOutside(judged, first)), at + 1 - first);
    if (now.score === null) continue;
    isFlaky = isFlaky
      ? now.score >= flakyRule.recovery && agreeing < flakyRule.calmResults
      : now.score >= flakyRule.alarm && now.disagreements >= flakyRule.fewestDisagreements;
  }
  return { ...now, isFlaky };
}

/** A pass that needed a retry disagrees with itself, anything else with what was before it. */
function doesDisagree(judged: readonly Outcome[], at: number): boolean {
  const [before, outcome] = [judged[at - 1], judged[at]];
  if (outcome === undefined) return false;
  return outcome === 'flaky' || (before !== undefined && judgementOf(before) !== judgementOf(outcome));
}

/** The first result of a window has no neighbour before it. */
function isOnlyAgainstOutside(judged: readonly Outcome[], first: number): boolean {
  return judged[first] !== 'flaky' && doesDisagree(judged, first);
}

function measured(disagreements: number, results: number): Omit<Flakiness, 'isFlaky'> {
  return { score: results < 2 ? null : Math.min(disagreements / (results - 1), 1), disagreements, results };
}
