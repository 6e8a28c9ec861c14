import type { Pool } from 'pg';
import type { Json } from '#lib/engine/json.ts';
import { jsonb } from '../jsonb.ts';

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
  /** Average change of the pass rate over the criteria's window; null before the iteration was judged, and under other criteria. */
  readonly averageImprovement: number | null;
  readonly beganAt: number;
  /** Another one means that another measurement counts; null before there was one. */
  readonly result: string | null;
  /** Another one means that the record says something else of what its iteration shows. */
  readonly version: string;
}

/** Records of iterations as they stood at a transition, to be read like those that are stored. */
export interface PastIterations {
  readonly records: readonly { readonly key: string; readonly data: Json }[];
  /** The transition, counted in the run. */
  readonly upTo: number;
}

/**
 * Fields of a record that its iteration does not show. Builds and results are shown from what was filed, but only their
 * fields tell that a second attempt has filed others, so they are not among these.
 */
const notShown = `'{analysis_id,plan,commit,from_commit,kept_commit,fingerprint,files,lines,policy,claim,proposal_fate,deploy,tests,regressions,vanished,appeared,infrastructure_errors,same_failures}'::text[]`;

const columns = `SELECT r.run_id AS "runId", r.key::int AS iteration, coalesce(r.data->>'intent', '') AS intent,
    (r.data->'goal'->>'passed')::int AS passed, (r.data->'goal'->>'failed')::int AS failed, (r.data->'goal'->>'errors')::int AS errors,
    (r.data->>'kept')::boolean AS kept, (r.data->'rolled_back_to'->>'iteration')::int AS "rolledBackTo",
    CASE WHEN (r.data->>'spent_without_result')::boolean THEN false WHEN r.data->'measured' IS NOT NULL THEN true END AS built,
    coalesce((r.data->>'uncounted')::boolean, false) AS uncounted,
    r.data->'judgement'->>'verdict' AS verdict, r.data->'judgement'->>'signal' AS signal, r.data->'judgement'->>'reason' AS reason,
    (r.data->>'regressions')::int AS regressions,
    (r.data->'judgement'->'metrics'->>'avg_improvement')::float8 AS "averageImprovement",
    round(extract(epoch FROM began.at) * 1000)::float8 AS "beganAt", left(r.data->>'result_id', 8) AS result,
    left(md5((r.data - ${notShown})::text), 8) AS version`;

const began = (upTo: string): string => `LEFT JOIN (
    SELECT run_id, iteration, min(at) AS at FROM transition WHERE run_id = ANY($1::uuid[])${upTo} GROUP BY run_id, iteration
  ) began ON began.run_id = r.run_id AND began.iteration = r.key::int`;

/** The iterations of runs in order, base first. Times in epoch milliseconds. */
export async function iterationRates(pool: Pool, runIds: readonly string[]): Promise<IterationRate[]> {
  const { rows } = await pool.query({
    name: 'iteration-rates',
    text: `${columns} FROM record r ${began('')}
      WHERE r.kind = 'iteration' AND r.run_id = ANY($1::uuid[]) ORDER BY r.run_id, r.key::int`,
    values: [runIds],
  });
  return rows as IterationRate[];
}

/** The same of one run as it stood at a transition. */
export async function pastRates(pool: Pool, runId: string, past: PastIterations): Promise<IterationRate[]> {
  const { rows } = await pool.query({
    name: 'past-rates',
    text: `${columns} FROM (SELECT ($1::uuid[])[1] AS run_id, key, data FROM jsonb_to_recordset($2::jsonb) AS p(key text, data jsonb)) r
      ${began(' AND seq <= $3')} ORDER BY r.key::int`,
    values: [[runId], jsonb(past.records.map((record) => ({ ...record }))), past.upTo],
  });
  return rows as IterationRate[];
}
