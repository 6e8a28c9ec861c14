import type { Pool } from 'pg';
import type { Json } from '#lib/engine/json.ts';

/** The record of an iteration, or null when the run has none of that number. */
export async function iterationRecord(
  pool: Pool,
  runId: string,
  iteration: number,
): Promise<{ readonly [field: string]: Json } | null> {
  const { rows } = await pool.query(`SELECT data FROM record WHERE run_id = $1 AND kind = 'iteration' AND key = $2`, [
    runId,
    String(iteration),
  ]);
  return (rows[0] as { data: { [field: string]: Json } } | undefined)?.data ?? null;
}
