import type { Pool } from 'pg';
import type { ReportRow } from '#lib/report/report.ts';
import { type Span, weekOf, within } from '#lib/report/span.ts';
import type { Asked, BehindRow, Page, RowKey } from './asked.ts';
import { inSpan, narrowed, rolled, valuesOf } from './roll-up.ts';

const mostTests = 50;

/** Rows of tests by week under the name that they go by now. */
const named = `WITH ${rolled({ table: 'report_tests', what: 'results', weekly: true })},
  named AS (
    SELECT r.*, coalesce(i.same_as, r.test_id) AS test FROM rolled r JOIN test_identity i ON i.id = r.test_id
    WHERE ${narrowed})`;

/** How many tests were flaky in each week. */
export async function flakySums(pool: Pool, asked: Asked): Promise<ReportRow[]> {
  const { rows } = await pool.query(
    `${named}, by_test AS (SELECT day, test, sum(flaky) AS flaky, sum(measured) AS measured FROM named GROUP BY 1, 2)
     SELECT to_char(day, 'YYYY-MM-DD') AS period, (count(*) FILTER (WHERE flaky > 0))::float8 AS "flakyTests", count(*)::float8 AS tests,
       sum(flaky)::float8 AS retried, sum(measured)::float8 AS executed
     FROM by_test GROUP BY 1 ORDER BY 1`,
    valuesOf(asked),
  );
  return rows as ReportRow[];
}

/** The tests that took the most time. */
export async function slowSums(pool: Pool, asked: Asked): Promise<ReportRow[]> {
  const { rows } = await pool.query(
    `${named}, slow AS (
       SELECT test, sum(ms) AS ms, sum(timed)::float8 AS timed, max(longest_ms) AS longest FROM named GROUP BY 1
       HAVING sum(timed) > 0 ORDER BY 2 DESC, 1 LIMIT ${mostTests})
     SELECT s.test AS "testId", i.name AS test, i.suite, p.name AS project, s.ms, s.timed, s.longest
     FROM slow s JOIN test_identity i ON i.id = s.test JOIN project p ON p.id = i.project_id ORDER BY s.ms DESC, s.test`,
    valuesOf(asked),
  );
  return rows as ReportRow[];
}

/** What a test of these projects (null: of all) is called; null for one of another project. */
export async function testNamed(pool: Pool, projects: readonly string[] | null, id: string): Promise<string | null> {
  const { rows } = await pool.query<{ name: string }>(
    'SELECT name FROM test_identity WHERE id = $1 AND ($2::uuid[] IS NULL OR project_id = ANY($2))',
    [id, projects],
  );
  return rows[0]?.name ?? null;
}

/** The executions of a test behind its time. */
export async function slowBehind(pool: Pool, asked: Asked, page: Page, key: RowKey): Promise<BehindRow[]> {
  const { rows } = await pool.query(
    `SELECT s.measured_at AS at, p.name || coalesce(' #' || run.number || ' iteration ' || s.iteration, ' build ' || i.build, ' build') AS what,
       coalesce('/runs/' || run.number || '?iteration=' || s.iteration, '/results/' || i.number) AS href,
       jsonb_build_object('ms', r.duration_ms, 'timed', 1) AS amounts
     FROM test_result r JOIN result_set s ON s.id = r.result_set_id JOIN project p ON p.id = s.project_id
     LEFT JOIN run ON run.id = s.run_id LEFT JOIN result_import i ON i.id = s.import_id
     WHERE r.test_id IN (SELECT id FROM test_identity WHERE id = $7 OR same_as = $7) AND r.duration_ms IS NOT NULL
       AND r.outcome IN ('passed', 'flaky', 'failed', 'error')
       AND EXISTS (SELECT 1 FROM report_placed WHERE id = s.id AND ${inSpan} AND ${narrowed})
     ORDER BY s.measured_at DESC, s.id LIMIT $8 OFFSET $9`,
    [...valuesOf({ ...asked, span: wholeWeeks(asked.span) }), key.testId ?? null, page.limit, page.offset],
  );
  return rows as BehindRow[];
}

/** The tests behind a week: how often each was executed and passed only on a retry. */
export async function flakyBehind(pool: Pool, asked: Asked, page: Page): Promise<BehindRow[]> {
  const { rows } = await pool.query(
    `${named}
     SELECT day_begins(max(n.day)) AS at, p.name || ': ' || i.name AS what, '/tests/' || n.test AS href,
       jsonb_build_object('retried', sum(n.flaky), 'executed', sum(n.measured)) AS amounts
     FROM named n JOIN test_identity i ON i.id = n.test JOIN project p ON p.id = i.project_id
     GROUP BY n.test, i.name, p.name ORDER BY sum(n.flaky) DESC, 2, n.test LIMIT $7 OFFSET $8`,
    [...valuesOf(asked), page.limit, page.offset],
  );
  return rows as BehindRow[];
}

function wholeWeeks({ from, to }: Span): Span {
  const last = within({ from: weekOf(from), to: '9999-12-31' }, weekOf(to), 'week');
  return { from: weekOf(from), to: last.to };
}
