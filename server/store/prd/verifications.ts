import type { Pool } from 'pg';
import type { Verification } from '#lib/prd/archive.ts';

/** Every verification of a session that came to a result, oldest first. */
export async function verificationsOf(pool: Pool, runId: string): Promise<Verification[]> {
  const { rows } = await pool.query<{ task: number; ok: boolean; summary: string; at: Date }>(
    `SELECT iteration AS task, (output->>'ok')::boolean AS ok, output->>'summary' AS summary, finished_at AS at
     FROM activity WHERE run_id = $1 AND name = 'verify-prd' AND output IS NOT NULL ORDER BY created_at`,
    [runId],
  );
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}
