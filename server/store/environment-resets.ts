import type { Pool } from 'pg';

/** How often the environment had to be reset in each iteration of a run that knows it, because it failed where the firmware was to be measured. */
export async function environmentResets(pool: Pool, runId: string): Promise<ReadonlyMap<number, number>> {
  const { rows } = await pool.query<{ iteration: number; resets: number }>({
    name: 'environment-resets',
    text: `SELECT iteration, count(DISTINCT visit)::int AS resets FROM activity
     WHERE run_id = $1 AND name = 'reset-environment' GROUP BY iteration`,
    values: [runId],
  });
  return new Map(rows.map(({ iteration, resets }) => [iteration, resets]));
}
