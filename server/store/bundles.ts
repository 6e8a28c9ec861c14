import type { Pool } from 'pg';

/** Bundles of a run: its base commit (iteration 0) and its iterations, oldest first. */
export async function bundlesOf(pool: Pool, runId: string): Promise<{ iteration: number; hash: string }[]> {
  const { rows } = await pool.query<{ iteration: number; hash: string }>(
    `SELECT iteration, hash FROM run_artifact WHERE run_id = $1 AND kind = 'bundle' ORDER BY iteration`,
    [runId],
  );
  return rows;
}

/** Files the bundle of a base commit that another run has kept already under that name; false when none has. */
export async function fileKnownBase(pool: Pool, runId: string, name: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `INSERT INTO run_artifact (run_id, iteration, kind, name, hash)
     SELECT $1, 0, 'bundle', name, hash FROM run_artifact WHERE kind = 'bundle' AND iteration = 0 AND name = $2 LIMIT 1
     ON CONFLICT (run_id, iteration, kind, name) DO UPDATE SET hash = EXCLUDED.hash`,
    [runId, name],
  );
  return rowCount === 1;
}
