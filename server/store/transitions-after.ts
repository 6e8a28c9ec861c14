import type { Pool } from 'pg';

/** One transition as progress is told by. */
export interface BriefTransition {
  readonly seq: number;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}

/** The transitions of a run after a number, in order. */
export async function transitionsAfter(pool: Pool, runId: string, seq: number): Promise<BriefTransition[]> {
  const { rows } = await pool.query({
    name: 'transitions-after',
    text: `SELECT seq, from_state AS "from", to_state AS "to", reason FROM transition WHERE run_id = $1 AND seq > $2 ORDER BY seq`,
    values: [runId, seq],
  });
  return rows as BriefTransition[];
}
