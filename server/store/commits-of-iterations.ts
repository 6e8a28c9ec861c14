import type { Pool } from 'pg';

/** The commit of each iteration of a run that has one, by its number. */
export async function commitsOfIterations(pool: Pool, runId: string): Promise<ReadonlyMap<number, string>> {
  const { rows } = await pool.query<{ iteration: number; commit: string }>({
    name: 'commits-of-iterations',
    text: `SELECT key::int AS iteration, data->>'commit' AS commit FROM record
     WHERE run_id = $1 AND kind = 'iteration' AND data->>'commit' IS NOT NULL`,
    values: [runId],
  });
  return new Map(rows.map(({ iteration, commit }) => [iteration, commit]));
}
