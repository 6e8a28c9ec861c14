import type { Pool } from 'pg';

/** Why the run goes about its goal as it does in an iteration: the last switch of its strategy by then; null where it never switched. */
export async function strategyReason(pool: Pool, runId: string, iteration: number): Promise<string | null> {
  const { rows } = await pool.query(
    `SELECT reason FROM transition WHERE run_id = $1 AND iteration <= $2 AND split_part(from_state, '.', 1) = 'STRATEGY_SWITCH'
     ORDER BY seq DESC LIMIT 1`,
    [runId, iteration],
  );
  return (rows[0] as { reason: string } | undefined)?.reason ?? null;
}
