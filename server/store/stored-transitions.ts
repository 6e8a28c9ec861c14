import type { Pool } from 'pg';
import type { TransitionFact } from '#lib/engine/step.ts';

/** The transitions of a run in order. */
export async function storedTransitions(pool: Pool, runId: string): Promise<TransitionFact[]> {
  const { rows } = await pool.query(
    `SELECT from_state AS "from", to_state AS "to", event_type AS event, reason, evidence, iteration, actor,
            round(extract(epoch FROM at) * 1000)::float8 AS at, ms_in_from AS "msInFrom"
     FROM transition WHERE run_id = $1 ORDER BY seq`,
    [runId],
  );
  return rows as TransitionFact[];
}
