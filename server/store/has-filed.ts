import type { Pool } from 'pg';

/** Whether a run has filed a blob under some name, and the rules of retention have left it there. */
export async function hasFiled(pool: Pool, runId: string, hash: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'has-filed',
    text: 'SELECT 1 FROM run_artifact WHERE run_id = $1 AND hash = $2 LIMIT 1',
    values: [runId, hash],
  });
  return rowCount === 1;
}
