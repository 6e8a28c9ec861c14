import type { Pool } from 'pg';

/** Bundles of a run's iterations, and of the runs it was forked from, oldest first. */
export async function bundlesOf(pool: Pool, runId: string): Promise<{ iteration: number; hash: string }[]> {
  const { rows } = await pool.query(
    `WITH RECURSIVE line AS (
       SELECT id, forked_from_id, 0 AS depth FROM run WHERE id = $1
       UNION ALL SELECT r.id, r.forked_from_id, line.depth + 1 FROM run r JOIN line ON r.id = line.forked_from_id)
     SELECT a.iteration, a.hash FROM run_artifact a JOIN line ON line.id = a.run_id
     WHERE a.kind = 'bundle' ORDER BY line.depth DESC, a.iteration`,
    [runId],
  );
  return rows as { iteration: number; hash: string }[];
}
