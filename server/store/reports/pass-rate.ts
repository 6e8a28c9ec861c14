import type { Pool } from 'pg';
import type { ReportRow } from '#lib/report/report.ts';
import type { Asked, BehindRow, Page } from './asked.ts';
import { inSpan, narrowed, periodOf, rolled, valuesOf } from './roll-up.ts';

/** What measurements said, by period. */
export async function passRateSums(pool: Pool, asked: Asked): Promise<ReportRow[]> {
  const { rows } = await pool.query(
    `WITH ${rolled({ table: 'report_results', what: 'results' })}
     SELECT ${periodOf(asked.by)} AS period, sum(measurements)::float8 AS measurements,
       sum(passed + flaky + failed + errors)::float8 AS executed, sum(passed + flaky)::float8 AS passed, sum(flaky)::float8 AS flaky,
       sum(failed)::float8 AS failed, sum(errors)::float8 AS errors
     FROM rolled WHERE ${narrowed} GROUP BY 1 ORDER BY 1`,
    valuesOf(asked),
  );
  return rows as ReportRow[];
}

/** The measurements behind a number. */
export async function passRateBehind(pool: Pool, asked: Asked, page: Page): Promise<BehindRow[]> {
  const { rows } = await pool.query(
    `WITH chosen AS (
       SELECT id FROM report_placed WHERE ${inSpan} AND ${narrowed} ORDER BY at DESC, id LIMIT $7 OFFSET $8)
     SELECT c.at, CASE WHEN r.number IS NULL THEN concat_ws(' ', p.name, 'build', i.build, i.branch, left(i.commit, 10))
         ELSE p.name || ' #' || r.number || ' iteration ' || c.iteration END AS what,
       CASE WHEN r.number IS NULL THEN '/results/' || i.number ELSE '/runs/' || r.number || '?iteration=' || c.iteration END AS href,
       jsonb_build_object('measurements', 1, 'executed', c.passed + c.flaky + c.failed + c.errors, 'passed', c.passed + c.flaky,
         'flaky', c.flaky, 'failed', c.failed, 'errors', c.errors) AS amounts
     FROM chosen JOIN report_measured c ON c.id = chosen.id JOIN project p ON p.id = c.project_id LEFT JOIN run r ON r.id = c.run_id LEFT JOIN result_import i ON i.id = c.import_id
     ORDER BY c.at DESC, c.id`,
    [...valuesOf(asked), page.limit, page.offset],
  );
  return rows as BehindRow[];
}
