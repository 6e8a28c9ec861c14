import type { Pool } from 'pg';

/** Whether any runner has shown signs of life within the time after which its work would be given to others. */
export async function hasLiveRunner(pool: Pool, deadAfterMs: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `SELECT 1 FROM runner WHERE status = 'live' AND renewed_at > now() - $1 * interval '1 ms' LIMIT 1`,
    [deadAfterMs],
  );
  return rowCount === 1;
}
