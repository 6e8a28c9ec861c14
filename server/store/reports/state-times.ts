import type { Pool } from 'pg';
import type { ReportRow } from '#lib/report/report.ts';
import type { Asked, BehindRow, Page, RowKey } from './asked.ts';
import { narrowed, rolled, valuesOf } from './roll-up.ts';
import { runsBehind } from './runs-behind.ts';

/** How long and how often runs were in each state, the longest first. */
export async function stateTimeSums(pool: Pool, asked: Asked): Promise<ReportRow[]> {
  const { rows } = await pool.query(
    `WITH ${rolled({ table: 'report_states', what: 'runs' })}
     SELECT machine, state, sum(visits)::float8 AS visits, sum(ms)::float8 AS ms
     FROM rolled WHERE ${narrowed} GROUP BY 1, 2 ORDER BY 4 DESC, 1, 2`,
    valuesOf(asked),
  );
  return rows as ReportRow[];
}

/** The runs that were in a state. */
export async function stateTimesBehind(pool: Pool, asked: Asked, page: Page, key: RowKey): Promise<BehindRow[]> {
  return await runsBehind(
    pool,
    asked,
    {
      view: 'report_stayed',
      where: '($9::text IS NULL OR machine = $9) AND ($10::text IS NULL OR state = $10)',
      values: [key.machine ?? null, key.state ?? null],
      amounts: { visits: 'f.visits', ms: 'f.in_state' },
      what: `f.state`,
      within: 'state',
    },
    page,
  );
}
