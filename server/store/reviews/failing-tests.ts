import type { Pool } from 'pg';
import type { FailingTest } from '#lib/review/blocking.ts';

/** More failing tests than this say nothing to a person. */
const mostTests = 2_000;

/**
 * What the decision in a review rests on: each test that failed in an iteration, by the last measurement of each and as one
 * test where rules of identity join several, the iterations that were measured, and the one whose tree the run keeps.
 */
export async function failingTests(
  pool: Pool,
  runId: string,
): Promise<{ tests: FailingTest[]; measured: number[]; kept: number | null }> {
  const last = `last AS (SELECT DISTINCT ON (iteration) id, iteration FROM result_set WHERE run_id = $1 ORDER BY iteration, created_at DESC)`;
  const [tests, facts] = await Promise.all([
    pool.query(
      `WITH ${last}, cells AS (SELECT DISTINCT ON (r.test_id, l.iteration) r.test_id, l.iteration, r.status, r.message, r.signature
         FROM last l JOIN test_result r ON r.result_set_id = l.id ORDER BY r.test_id, l.iteration, r.attempt DESC)
       SELECT i.id AS "testId", i.name, i.suite, jsonb_object_agg(c.iteration, c.status) AS outcomes,
         (array_agg(left(c.message, 1000) ORDER BY c.iteration DESC) FILTER (WHERE c.status IN ('failed', 'error')))[1] AS message,
         (array_agg(c.signature ORDER BY c.iteration DESC) FILTER (WHERE c.status IN ('failed', 'error')))[1] AS signature
       FROM cells c JOIN test_identity t ON t.id = c.test_id JOIN test_identity i ON i.id = coalesce(t.ruled_to, t.id) GROUP BY i.id
       HAVING bool_or(c.status IN ('failed', 'error')) ORDER BY i.suite, i.name LIMIT ${mostTests}`,
      [runId],
    ),
    pool.query(
      `WITH ${last} SELECT (snapshot #>> '{context,kept,iteration}')::int AS kept,
         ARRAY(SELECT iteration FROM last ORDER BY iteration) AS measured FROM run WHERE id = $1`,
      [runId],
    ),
  ]);
  const [fact] = facts.rows as { kept: number | null; measured: number[] }[];
  return { tests: tests.rows as FailingTest[], measured: fact?.measured ?? [], kept: fact?.kept ?? null };
}
