import type { Pool } from 'pg';
import type { ReportRow } from '#lib/report/report.ts';
import type { Asked, BehindRow, Page, RowKey } from './asked.ts';
import { narrowed, rolled, valuesOf } from './roll-up.ts';
import { runsBehind } from './runs-behind.ts';

/** What the patches of each agent under each strategy came to. */
export async function agentSums(pool: Pool, asked: Asked): Promise<ReportRow[]> {
  const { rows } = await pool.query(
    `WITH ${rolled({ table: 'report_agents', what: 'runs' })}
     SELECT agent, strategy, ${sums(['patches', 'helped', 'gained', 'regressions', 'lines', 'tokens', 'money', 'unpriced', 'ms'])}
     FROM rolled WHERE ${narrowed} GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2`,
    valuesOf(asked),
  );
  return rows as ReportRow[];
}

function sums(columns: readonly string[]): string {
  return columns.map((column) => `sum(${column})::float8 AS ${column}`).join(', ');
}

/** The patches behind a number. */
export async function agentsBehind(pool: Pool, asked: Asked, page: Page, key: RowKey): Promise<BehindRow[]> {
  return await runsBehind(
    pool,
    asked,
    {
      view: 'report_tried',
      where: '($9::text IS NULL OR agent = $9) AND ($10::text IS NULL OR strategy = $10)',
      values: [key.agent ?? null, key.strategy ?? null],
      amounts: {
        patches: '1',
        helped: 'f.helped::int',
        gained: 'f.gained',
        regressions: 'f.regressions',
        ms: 'coalesce(f.duration_ms, 0)',
      },
      what: `'iteration ' || f.iteration || ', ' || f.lines || ' lines'`,
      within: 'iteration',
      place: `'?iteration=' || f.iteration`,
    },
    page,
  );
}
