import type { PlateauDecision } from '#lib/convergence/plateau.ts';
import type { Change, FirmwareLoopContext, Settings } from './context.ts';

/** Opens a review: why it is needed, how long it may stay open, and what happens if nobody answers. */
export function openReview({ limits }: Settings, why: string, wait: PlateauDecision['wait']): Change {
  const due = limits.review_due_minutes === null ? null : limits.review_due_minutes * 60_000;
  return {
    review:
      wait === null
        ? { why: why.slice(0, 400), dueMs: due, unanswered: 'ABORTED' }
        : { why: why.slice(0, 400), dueMs: wait.seconds * 1_000, unanswered: wait.unanswered },
  };
}

/** Whether another analysis is allowed: the iteration has no result yet, or there is one left. */
export function mayGoOn({ counted, iteration, settings }: FirmwareLoopContext): boolean {
  return !counted || iteration < settings.limits.max_iterations;
}
