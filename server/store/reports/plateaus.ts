import type { Pool } from 'pg';
import type { ReportRow } from '#lib/report/report.ts';
import type { Asked, BehindRow, Page, RowKey } from './asked.ts';
import { narrowed, rolled, valuesOf } from './roll-up.ts';
import { runsBehind } from './runs-behind.ts';

/** What ended plateaus, the most frequent first. */
export async function plateauSums(pool: Pool, asked: Asked): Promise<ReportRow[]> {
  const { rows } = await pool.query(
    `WITH ${rolled({ table: 'report_plateaus', what: 'runs' })}
     SELECT ended_by AS "endedBy", sum(plateaus)::float8 AS plateaus, sum(improved)::float8 AS improved
     FROM rolled WHERE ${narrowed} GROUP BY 1 ORDER BY 2 DESC, 1`,
    valuesOf(asked),
  );
  return rows as ReportRow[];
}

/** The plateaus behind a number. */
export async function plateausBehind(pool: Pool, asked: Asked, page: Page, key: RowKey): Promise<BehindRow[]> {
  return await runsBehind(
    pool,
    asked,
    {
      view: 'report_stalled',
      where: '$9::text IS NULL OR ended_by = $9',
      values: [key.endedBy ?? null],
      amounts: { plateaus: '1', improved: 'f.improved::int' },
      what: `'iteration ' || f.iteration || ', ended by ' || f.ended_by`,
      within: 'iteration',
      place: `'?iteration=' || f.iteration`,
    },
    page,
  );
}
