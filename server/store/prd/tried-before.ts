import type { Pool } from 'pg';

/** What the fixes of a task have done so far and how each came out, oldest first, a sentence each. */
export async function triedBefore(pool: Pool, runId: string, iteration: number): Promise<string[]> {
  const { rows } = await pool.query<{ reason: string }>(
    `SELECT reason FROM transition WHERE run_id = $1 AND iteration = $2
       AND from_state IN ('AUTO_FIX.FIX', 'AUTO_FIX.VERIFY') ORDER BY seq DESC LIMIT 20`,
    [runId, iteration],
  );
  return rows.map(({ reason }) => reason).reverse();
}
