import type { Pool } from 'pg';

/** One transition of a run with the event that caused it. `at` in epoch milliseconds. */
export interface OneTransition {
  readonly seq: number;
  readonly eventSeq: number;
  readonly to: string;
  readonly reason: string;
  readonly iteration: number;
  readonly actor: string;
  readonly at: number;
}

/** The transition of that number, null when the run has none. */
export async function transitionOf(pool: Pool, runId: string, seq: number): Promise<OneTransition | null> {
  const { rows } = await pool.query({
    name: 'transition-of',
    text: `SELECT seq, event_seq AS "eventSeq", to_state AS "to", reason, iteration, actor,
        round(extract(epoch FROM at) * 1000)::float8 AS at
      FROM transition WHERE run_id = $1 AND seq = $2`,
    values: [runId, seq],
  });
  return (rows[0] as OneTransition | undefined) ?? null;
}
