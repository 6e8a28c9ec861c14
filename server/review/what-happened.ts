import type { Pool } from 'pg';
import { transitionsSince } from '#server/store/reviews/transitions-since.ts';

/** What became of a run since an event of it, for somebody whose verdict came too late. */
export async function whatHappened(
  pool: Pool,
  runId: string,
  sinceSeq: number,
): Promise<{ sentence: string; next: string }> {
  const { reasons, state } = await transitionsSince(pool, runId, sinceSeq);
  const open = state === 'HUMAN_REVIEW.OPEN';
  const told = reasons.join('; ') || (open ? 'it is at another event now' : 'it waits for nobody');
  return {
    sentence: `Nothing was changed, because the run has moved on: ${told}${open ? '' : `; it is in ${state} now`}.`,
    next: open ? 'Look at the review as it is now, then decide again.' : 'The review has been decided.',
  };
}
