import type { Pool } from 'pg';
import { recentSetsSql, uncleanSql } from './recent-sets.ts';

/** A test as lists show it. */
export interface ListedTest {
  readonly id: string;
  readonly key: string;
  readonly suite: string;
  readonly name: string;
}

/** A test that lately failed or needed a retry. */
export interface UnsteadyTest extends ListedTest {
  /** In how many of the newest measurements it failed, */
  readonly failures: number;
  /** and in how many it passed on a retry only. */
  readonly retried: number;
  /** Failures in a row are one streak. */
  readonly streaks: number;
}

/** Beyond this many the build is broken, not the tests. */
export const mostUnsteady = 200;

/** Tests that failed or needed a retry in the newest measurements of a project, those that failed most often first. */
export async function unsteadyTests(
  pool: Pool,
  { projectId, branch, text }: { projectId: string; branch: string | null; text: string },
): Promise<UnsteadyTest[]> {
  const { rows } = await pool.query<UnsteadyTest>({
    name: 'unsteady-tests',
    text: `WITH sets AS (${recentSetsSql}),
     unclean AS (SELECT coalesce(n.same_as, n.id) AS id, r.outcome = 'flaky' AS retried, sets.place
       FROM ${uncleanSql} JOIN test_identity n ON n.id = r.test_id),
     streak AS (SELECT id, retried, place - dense_rank() OVER (PARTITION BY id, retried ORDER BY place) AS streak FROM unclean),
     bad AS (SELECT id, (count(*) FILTER (WHERE NOT retried))::int AS failures, (count(*) FILTER (WHERE retried))::int AS retried,
       (count(DISTINCT streak) FILTER (WHERE NOT retried))::int AS streaks FROM streak GROUP BY id)
     SELECT t.id, t.key, t.suite, t.name, bad.failures, bad.retried, bad.streaks FROM bad JOIN test_identity t ON t.id = bad.id
     WHERE $3::text IS NULL OR t.key ILIKE $3 ORDER BY bad.failures DESC, bad.retried DESC, t.key LIMIT ${mostUnsteady}`,
    values: [projectId, branch, patternOf(text)],
  });
  return rows;
}

/** A page of all tests of a project by suite and name; those that were only counted have no name and are left out. */
export async function allTests(
  pool: Pool,
  { projectId, text, offset, limit }: { projectId: string; text: string; offset: number; limit: number },
): Promise<{ total: number; tests: ListedTest[] }> {
  const { rows } = await pool.query<ListedTest & { total: number }>({
    name: 'all-tests',
    text: `SELECT id, key, suite, name, (count(*) OVER ())::int AS total FROM test_identity
     WHERE project_id = $1 AND same_as IS NULL AND name !~ '^passed #[0-9]+$' AND ($2::text IS NULL OR key ILIKE $2)
     ORDER BY suite, name LIMIT $3 OFFSET $4`,
    values: [projectId, patternOf(text), limit, offset],
  });
  return { total: rows[0]?.total ?? 0, tests: rows.map(({ total: _, ...test }) => test) };
}

function patternOf(text: string): string | null {
  return text.trim() === '' ? null : `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`;
}
