import type { Pool } from 'pg';
import { type SearchProgress, searchProgressSchema, searchRecords } from '#lib/repair/records.ts';
import { artifactBytes } from './artifacts.ts';

/** How far the newest search of a run is, and the iteration that it is for; null for a run in which nobody has searched. */
export async function searchProgress(
  pool: Pool,
  runId: string,
): Promise<{ readonly iteration: number; readonly progress: SearchProgress } | null> {
  const { rows } = await pool.query(
    `SELECT iteration, hash FROM run_artifact WHERE run_id = $1 AND kind = 'file' AND name = $2
     ORDER BY created_at DESC LIMIT 1`,
    [runId, `${searchRecords.progress}.json`],
  );
  const [row] = rows as { iteration: number; hash: string }[];
  const bytes = row === undefined ? null : await artifactBytes(pool, row.hash);
  if (row === undefined || bytes === null) return null;
  const parsed = searchProgressSchema.safeParse(JSON.parse(bytes.toString('utf8')));
  return parsed.success ? { iteration: row.iteration, progress: parsed.data } : null;
}
