import type { Pool } from 'pg';
import type { ReportRow } from '#lib/report/report.ts';
import type { Asked, BehindRow, Page, RowKey } from './asked.ts';
import { narrowed, rolled, valuesOf } from './roll-up.ts';
import { runsBehind } from './runs-behind.ts';

/** What runs had to recover from and where, the most frequent first. */
export async function recoverySums(pool: Pool, asked: Asked): Promise<ReportRow[]> {
  const { rows } = await pool.query(
    `WITH ${rolled({ table: 'report_recoveries', what: 'runs' })}
     SELECT cause, in_state AS "inState", sum(troubles)::float8 AS troubles, sum(recovered)::float8 AS recovered
     FROM rolled WHERE ${narrowed} GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2`,
    valuesOf(asked),
  );
  return rows as ReportRow[];
}

/** The troubles behind a number. */
export async function recoveriesBehind(pool: Pool, asked: Asked, page: Page, key: RowKey): Promise<BehindRow[]> {
  return await runsBehind(
    pool,
    asked,
    {
      view: 'report_troubled',
      where: '($9::text IS NULL OR cause = $9) AND ($10::text IS NULL OR in_state = $10)',
      values: [key.cause ?? null, key.inState ?? null],
      amounts: { troubles: '1', recovered: 'f.recovered::int' },
      what: `f.cause || ' in ' || f.in_state`,
      within: 'seq',
      place: `'?at=' || f.seq`,
    },
    page,
  );
}
