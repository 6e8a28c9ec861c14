import type { Pool } from 'pg';

/** Something that a person did to a run. `at` in epoch milliseconds. */
export interface Steering {
  readonly actor: string;
  readonly type: string;
  readonly at: number;
}

/** The newest thing that a person did to a run after an event; notes do not count. Null when nobody has. */
export async function lastSteering(pool: Pool, runId: string, after: number): Promise<Steering | null> {
  const { rows } = await pool.query({
    name: 'last-steering',
    text: `SELECT actor, type, round(extract(epoch FROM at) * 1000)::float8 AS at FROM event
      WHERE run_id = $1 AND seq > $2 AND fate = 'applied'
        AND (type LIKE 'review.%' OR type LIKE 'control.%' OR type IN ('engine.pause', 'engine.resume', 'engine.abort'))
        AND type NOT IN ('control.message', 'control.timeout', 'review.overdue')
      ORDER BY seq DESC LIMIT 1`,
    values: [runId, after],
  });
  return (rows[0] as Steering | undefined) ?? null;
}

/** Whether one of these commands has been applied to the run. */
export async function isApplied(pool: Pool, runId: string, keys: readonly string[]): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'command-applied',
    text: `SELECT 1 FROM event WHERE run_id = $1 AND key = ANY($2::text[]) AND fate = 'applied'`,
    values: [runId, keys],
  });
  return rowCount !== 0;
}
