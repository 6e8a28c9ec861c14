import type { Pool } from 'pg';
import type { ArtifactUse } from './artifacts.ts';

/** Files a blob that is stored already under a name of a run, so that it is found there and kept as long as the run. */
export async function fileAgain(
  pool: Pool,
  { runId, iteration, kind, name, hash, activityId }: ArtifactUse,
): Promise<void> {
  await pool.query(
    `INSERT INTO run_artifact (run_id, iteration, kind, name, hash, activity_id) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (run_id, iteration, kind, name) DO UPDATE SET hash = EXCLUDED.hash, activity_id = EXCLUDED.activity_id, created_at = now()`,
    [runId, iteration, kind, name, hash, activityId],
  );
}
