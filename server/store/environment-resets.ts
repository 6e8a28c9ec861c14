import type { Pool } from 'pg';

/** How often the environment had to be reset in an iteration, because it failed where the firmware was to be measured. */
export async function environmentResets(pool: Pool, runId: string, iteration: number): Promise<number> {
  const { rows } = await pool.query({
    name: 'environment-resets',
    text: `SELECT count(DISTINCT visit)::int AS resets FROM activity
     WHERE run_id = $1 AND iteration = $2 AND name = 'reset-environment'`,
    values: [runId, iteration],
  });
  return (rows[0] as { resets: number }).resets;
}
