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
  let now: Omit<Flakiness, 'isFlaky'> = { score: null, disagreements: 0, results: 0 };
  for (let end = 1; end <= judged.length; end += 1) {
    now = measured(judged.slice(Math.max(0, end - flakyRule.window), end));
    const { score, disagreements } = now;
    if (score === null) continue;
    isFlaky = isFlaky
      ? score >= flakyRule.recovery && !isCalm(judged.slice(0, end))
      : score >= flakyRule.alarm && disagreements >= flakyRule.fewestDisagreements;
  }
  return { ...now, isFlaky };
}

function measured(window: readonly Outcome[]): Omit<Flakiness, 'isFlaky'> {
  const disagreements = window.filter((outcome, at) => {
    const before = window[at - 1];
    return outcome === 'flaky' || (before !== undefined && judgementOf(before) !== judgementOf(outcome));
  }).length;
  const score = window.length < 2 ? null : Math.min(disagreements / (window.length - 1), 1);
  return { score, disagreements, results: window.length };
}

function isCalm(judged: readonly Outcome[]): boolean {
  const last = judged.slice(-flakyRule.calmResults);
  return (
    last.length === flakyRule.calmResults &&
    last.every((outcome) => outcome !== 'flaky' && judgementOf(outcome) === judgementOf(last[0] ?? outcome))
  );
}
