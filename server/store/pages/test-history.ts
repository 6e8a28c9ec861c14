import type { Pool } from 'pg';

/** One attempt at a test within an iteration. */
export interface TestAttempt {
  readonly attempt: number;
  readonly status: string;
  readonly message: string | null;
  readonly signature: string | null;
  readonly durationMs: number | null;
  readonly file: string | null;
  readonly line: number | null;
}

/** What the attempts at a test, and at those that rules of identity join to it, said in these measurements: the newest first, its last attempt first. */
export async function testAttempts(pool: Pool, testId: string, sets: readonly string[]): Promise<TestAttempt[]> {
  const { rows } = await pool.query({
    name: 'test-attempts',
    text: `SELECT r.attempt, r.status, r.message, r.signature, r.duration_ms AS "durationMs", r.file, r.line
      FROM test_result r JOIN unnest($2::uuid[]) WITH ORDINALITY AS s(id, place) ON s.id = r.result_set_id
      WHERE r.test_id = ANY(ARRAY(SELECT id FROM test_identity WHERE id = $1 OR ruled_to = $1)) ORDER BY s.place, r.attempt DESC LIMIT 20`,
    values: [testId, sets],
  });
  return rows as TestAttempt[];
}

/** A run of the same project in which the test was measured, and how it went there at last. */
export interface TestInRun {
  readonly run: number;
  readonly iteration: number;
  readonly status: string;
  readonly at: number;
}

/** A test as a run knows it, with its last results in the project's other runs, the newest first. */
export interface KnownInRuns {
  /** The one that rules of identity join it to, or its own. */
  readonly id: string;
  readonly name: string;
  readonly suite: string;
  readonly elsewhere: readonly TestInRun[];
}

/** A test of the run's project, by its id or that of one which rules of identity join to it; null for no such test. */
export async function testElsewhere(
  pool: Pool,
  { runId, testId, limit }: { runId: string; testId: string; limit: number },
): Promise<KnownInRuns | null> {
  const { rows } = await pool.query({
    name: 'test-elsewhere',
    text: `SELECT i.id, i.name, i.suite, (SELECT coalesce(json_agg(o ORDER BY o.at DESC), '[]') FROM (
        SELECT DISTINCT ON (o.id) o.number AS run, s.iteration, r.status, round(extract(epoch FROM s.created_at) * 1000)::float8 AS at
        FROM (SELECT id, number FROM run WHERE project_id = i.project_id AND id <> $2 ORDER BY number DESC LIMIT $3) o
        JOIN result_set s ON s.run_id = o.id JOIN test_result r ON r.result_set_id = s.id AND r.test_id = ANY(ARRAY(
          SELECT f.id FROM test_identity f WHERE f.id = coalesce(i.same_as, i.id) OR f.same_as = coalesce(i.same_as, i.id)))
        ORDER BY o.id, s.created_at DESC, r.attempt DESC) o) AS elsewhere
      FROM test_identity asked JOIN test_identity i ON i.id = coalesce(asked.ruled_to, asked.id) WHERE asked.id = $1 AND i.project_id = (SELECT project_id FROM run WHERE id = $2)`,
    values: [testId, runId, limit],
  });
  return (rows[0] as KnownInRuns | undefined) ?? null;
}
