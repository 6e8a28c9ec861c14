import { percent } from './format.ts';
import type { ExecutionMode } from './plateau.ts';

const nextByMode = {
  interactive: 'HUMAN_REVIEW',
  ci: 'SUCCESS_WITH_WARNING',
  auto: 'SUCCESS_WITH_WARNING',
} as const satisfies Record<ExecutionMode, string>;

/** Where CONVERGED_WITH_IMPROVEMENT leads: a person may accept or go on, without one the run ends with a warning. */
export function decideConvergedShort({ mode, passRate }: { mode: ExecutionMode; passRate: number }): {
  next: 'HUMAN_REVIEW' | 'SUCCESS_WITH_WARNING';
  reason: string;
} {
  const found = `converged short of the target at pass rate ${percent(passRate)}`;
  const then = mode === 'interactive' ? 'a person accepts it or goes on' : 'the best result is kept';
  return { next: nextByMode[mode], reason: `${mode}: ${found}, ${then}` };
}
