import type { Pool } from 'pg';

/** What the strip and the charts need of an iteration; the whole record is read when it is opened. */
export interface IterationRate {
  readonly runId: string;
  readonly iteration: number;
  readonly intent: string;
  readonly passed: number | null;
  readonly failed: number | null;
  readonly errors: number | null;
  readonly kept: boolean | null;
  readonly rolledBackTo: number | null;
  readonly built: boolean | null;
  readonly uncounted: boolean;
  readonly verdict: string | null;
  readonly signal: string | null;
  readonly reason: string | null;
  readonly regressions: number | null;
  readonly beganAt: number;
}

/** The iterations of runs in order, base first. Times in epoch milliseconds. */
export async function iterationRates(pool: Pool, runIds: readonly string[]): Promise<IterationRate[]> {
  const { rows } = await pool.query({
    name: 'iteration-rates',
    text: `SELECT r.run_id AS "runId", r.key::int AS iteration, coalesce(r.data->>'intent', '') AS intent,
        (r.data->'goal'->>'passed')::int AS passed, (r.data->'goal'->>'failed')::int AS failed, (r.data->'goal'->>'errors')::int AS errors,
        (r.data->>'kept')::boolean AS kept, (r.data->'rolled_back_to'->>'iteration')::int AS "rolledBackTo",
        CASE WHEN (r.data->>'spent_without_result')::boolean THEN false WHEN r.data->'measured' IS NOT NULL THEN true END AS built,
        coalesce((r.data->>'uncounted')::boolean, false) AS uncounted,
        r.data->'judgement'->>'verdict' AS verdict, r.data->'judgement'->>'signal' AS signal, r.data->'judgement'->>'reason' AS reason,
        (r.data->>'regressions')::int AS regressions,
        round(extract(epoch FROM began.at) * 1000)::float8 AS "beganAt"
      FROM record r LEFT JOIN (
        SELECT run_id, iteration, min(at) AS at FROM transition WHERE run_id = ANY($1::uuid[]) GROUP BY run_id, iteration
      ) began ON began.run_id = r.run_id AND began.iteration = r.key::int
      WHERE r.kind = 'iteration' AND r.run_id = ANY($1::uuid[]) ORDER BY r.run_id, r.key::int`,
    values: [runIds],
  });
  return rows as IterationRate[];
}
