import type { Pool } from 'pg';

/** The latest iterations that a row's line shows. */
const longestLine = 40;

export interface SparkRate {
  readonly runId: string;
  readonly passed: number | null;
  readonly failed: number | null;
  readonly errors: number | null;
}

/** What the latest iterations of runs measured, oldest first; nulls where an iteration has no result. */
export async function sparkRates(pool: Pool, runIds: readonly string[]): Promise<SparkRate[]> {
  const { rows } = await pool.query({
    name: 'spark-rates',
    text: `SELECT one.id AS "runId", (data->'goal'->>'passed')::int AS passed, (data->'goal'->>'failed')::int AS failed,
        (data->'goal'->>'errors')::int AS errors
      FROM unnest($1::uuid[]) AS one (id), LATERAL (
        SELECT key::int AS iteration, data FROM record WHERE run_id = one.id AND kind = 'iteration' ORDER BY key::int DESC LIMIT ${longestLine}
      ) latest ORDER BY one.id, iteration`,
    values: [runIds],
  });
  return rows as SparkRate[];
}
