import type { Pool } from 'pg';
import type { ReportRow } from '#lib/report/report.ts';
import type { Asked, BehindRow, Page, RowKey } from './asked.ts';
import { narrowed, periodOf, rolled, valuesOf } from './roll-up.ts';
import { runsBehind } from './runs-behind.ts';

/** How many runs ended how, by period. */
export async function outcomeSums(pool: Pool, asked: Asked): Promise<ReportRow[]> {
  const { rows } = await pool.query(
    `WITH ${rolled({ table: 'report_runs', what: 'runs' })}
     SELECT ${periodOf(asked.by)} AS period, outcome, sum(runs)::float8 AS runs
     FROM rolled WHERE ${narrowed} GROUP BY 1, 2 ORDER BY 1, 2`,
    valuesOf(asked),
  );
  return rows as ReportRow[];
}

/** The runs behind a number. */
export async function outcomesBehind(pool: Pool, asked: Asked, page: Page, key: RowKey): Promise<BehindRow[]> {
  return await runsBehind(
    pool,
    asked,
    {
      view: 'report_ended',
      where: '$9::text IS NULL OR outcome = $9',
      values: [key.outcome ?? null],
      amounts: { runs: '1' },
    },
    page,
  );
}
