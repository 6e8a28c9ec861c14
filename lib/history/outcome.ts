import type { TestStatus } from '#lib/results/types.ts';

/** What all attempts of a test came to in one measurement; `flaky` is a pass that was none at first. */
export const outcomes = ['passed', 'flaky', 'failed', 'error', 'skipped', 'not_run', 'infra'] as const;
export type Outcome = (typeof outcomes)[number];

/** The worst first: of several measurements of one build this is what counts. */
export const bySeverity = [
  'failed',
  'error',
  'infra',
  'flaky',
  'passed',
  'skipped',
  'not_run',
] as const satisfies readonly Outcome[];

/** Whether a test was executed and judged, and how: bench trouble and skips say nothing about the firmware. */
const judgements = {
  passed: 'good',
  flaky: 'good',
  failed: 'bad',
  error: 'bad',
  skipped: null,
  not_run: null,
  infra: null,
} as const satisfies Record<Outcome, 'good' | 'bad' | null>;

export function judgementOf(outcome: Outcome): 'good' | 'bad' | null {
  return judgements[outcome];
}

export function isFailing(outcome: Outcome): boolean {
  return judgements[outcome] === 'bad';
}

/** As the status of a result: a flaky pass is a pass. */
export function statusOf(outcome: Outcome): TestStatus {
  return outcome === 'flaky' ? 'passed' : outcome;
}
