import type { Pool } from 'pg';

/** Why a run took its first steps after an event, and where it stands now. */
export async function transitionsSince(
  pool: Pool,
  runId: string,
  seq: number,
): Promise<{ reasons: string[]; state: string }> {
  const { rows } = await pool.query(
    `SELECT state, ARRAY(SELECT reason FROM transition WHERE run_id = run.id AND event_seq > $2 ORDER BY seq LIMIT 2) AS reasons
     FROM run WHERE id = $1`,
    [runId, seq],
  );
  return (rows[0] as { reasons: string[]; state: string } | undefined) ?? { reasons: [], state: '' };
}
