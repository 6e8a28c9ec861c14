import type { Pool } from 'pg';
import type { Outcome } from '#lib/history/outcome.ts';

/** A test in one measurement, with what was measured. */
export interface HistoryEntry {
  readonly outcome: Outcome;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly attempts: number;
  readonly durationMs: number | null;
  readonly message: string | null;
  readonly signature: string | null;
  readonly resultSetId: string;
  readonly run: number | null;
  readonly iteration: number | null;
  readonly import: number | null;
  readonly branch: string | null;
  readonly commit: string | null;
  readonly build: string | null;
  readonly environment: string | null;
  readonly board: string | null;
  readonly agent: string | null;
}

/**
 * The newest results of a test under all its names, newest first. Each name is read along its own piece of the index, so the
 * length of the history does not matter.
 */
export async function testResults(
  pool: Pool,
  ids: readonly string[],
  { limit, branch = null }: { limit: number; branch?: string | null },
): Promise<HistoryEntry[]> {
  const { rows } = await pool.query<HistoryEntry>({
    name: 'test-results',
    text: `SELECT r.outcome, round(extract(epoch FROM r.measured_at) * 1000)::float8 AS at, r.attempt AS attempts, r.duration_ms AS "durationMs",
        left(r.message, 2000) AS message, r.signature, r.result_set_id AS "resultSetId", run.number AS run, r.iteration, i.number AS import,
        r.branch, r.commit, i.build, r.environment, r.board, r.agent
      FROM unnest($1::uuid[]) AS t(id), LATERAL (
        SELECT r.*, s.run_id, s.iteration, s.import_id, s.branch, s.commit, s.environment, s.board, s.agent
        FROM test_result r JOIN result_set s ON s.id = r.result_set_id
        WHERE r.test_id = t.id AND r.outcome IS NOT NULL AND s.latest AND ($3::text IS NULL OR s.branch = $3)
        ORDER BY r.measured_at DESC LIMIT $2) r
      LEFT JOIN run ON run.id = r.run_id LEFT JOIN result_import i ON i.id = r.import_id
      ORDER BY r.measured_at DESC LIMIT $2`,
    values: [ids, limit, branch],
  });
  return rows;
}

/** The newest outcomes of a test, the oldest first. */
export interface Outcomes {
  readonly outcomes: readonly Outcome[];
  /** So many of them, at the end, were measured after the moment that was asked about. */
  readonly after: number;
}

/**
 * The newest outcomes of several tests, each under all its names, up to a moment; by the id of the test. The moment bounds
 * the piece of the index that is read: what was measured since costs nothing.
 */
export async function outcomesOf(
  pool: Pool,
  testIds: readonly string[],
  { limit, upTo = null, moment = null }: { limit: number; upTo?: number | null; moment?: number | null },
): Promise<ReadonlyMap<string, Outcomes>> {
  const { rows } = await pool.query<Outcomes & { id: string }>({
    name: 'outcomes-of',
    text: `SELECT t.id, array_agg(r.outcome ORDER BY r.measured_at) AS outcomes,
        (count(*) FILTER (WHERE r.measured_at > to_timestamp($4::float8 / 1000)))::int AS after
      FROM (SELECT id, id AS name FROM unnest($1::uuid[]) AS asked(id)
            UNION ALL SELECT same_as, id FROM test_identity WHERE same_as = ANY($1)) t, LATERAL (
        SELECT r.outcome, r.measured_at FROM test_result r JOIN result_set s ON s.id = r.result_set_id AND s.latest
        WHERE r.test_id = t.name AND r.outcome IS NOT NULL AND r.measured_at <= coalesce(to_timestamp($3::float8 / 1000), 'infinity')
        ORDER BY r.measured_at DESC LIMIT $2) r
      GROUP BY t.id`,
    values: [testIds, limit, upTo, moment],
  });
  return new Map(rows.map(({ id, outcomes, after }) => [id, { outcomes: outcomes.slice(-limit), after }]));
}
