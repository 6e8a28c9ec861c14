import type { Pool } from 'pg';

/** Bundles of a run's iterations, oldest first. */
export async function bundlesOf(pool: Pool, runId: string): Promise<{ iteration: number; hash: string }[]> {
  const { rows } = await pool.query<{ iteration: number; hash: string }>(
    `SELECT iteration, hash FROM run_artifact WHERE run_id = $1 AND kind = 'bundle' ORDER BY iteration`,
    [runId],
  );
  return rows;
}
