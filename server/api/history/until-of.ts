import type { Pool } from 'pg';
import { transitionOf } from '#server/store/pages/transition-of.ts';

/** When the transition was that a run is looked at after; null for the run as it is, and where there is no such transition. */
export async function untilOf(
  pool: Pool,
  { runId, at }: { runId: string; at?: number | undefined },
): Promise<Date | null> {
  const transition = at === undefined ? null : await transitionOf(pool, runId, at);
  return transition === null ? null : new Date(transition.at);
}
