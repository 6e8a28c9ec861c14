import type { Pool } from 'pg';
import type { ReportRow } from '#lib/report/report.ts';
import { spanBefore } from '#lib/report/span.ts';
import type { Asked, BehindRow, Page, RowKey } from './asked.ts';
import { narrowed, rolled, valuesOf } from './roll-up.ts';
import { runsBehind } from './runs-behind.ts';

const converged = `machine = 'firmware-loop' AND outcome IN ('SUCCESS', 'SUCCESS_WITH_WARNING')`;

/** What converged runs are told apart by: the classes of a distribution. */
export type Measure = 'iterations' | 'minutes';

const ofRun = { iterations: 'iterations', minutes: 'minutes_class(ms)' } as const satisfies Record<Measure, string>;

/** How many firmware loops converged in each class, in the days asked about and in as many days before. */
export async function convergedSums(pool: Pool, asked: Asked, measure: Measure): Promise<ReportRow[]> {
  const before = spanBefore(asked.span);
  const whole = { ...asked, span: { from: before.from, to: asked.span.to } };
  const { rows } = await pool.query(
    `WITH ${rolled({ table: 'report_runs', what: 'runs' })}
     SELECT ${measure}, coalesce(sum(runs) FILTER (WHERE day >= $7::date), 0)::float8 AS runs,
       coalesce(sum(runs) FILTER (WHERE day < $7::date), 0)::float8 AS before
     FROM rolled WHERE ${narrowed} AND ${converged} GROUP BY 1 ORDER BY 1`,
    [...valuesOf(whole), asked.span.from],
  );
  return rows as ReportRow[];
}

/** The runs behind a class. */
export async function convergedBehind(
  pool: Pool,
  asked: Asked,
  page: Page,
  { key, measure }: { key: RowKey; measure: Measure },
): Promise<BehindRow[]> {
  return await runsBehind(
    pool,
    asked,
    {
      view: 'report_ended',
      where: `${converged} AND ($9::int IS NULL OR ${ofRun[measure]} = $9)`,
      values: [key[measure] ?? null],
      amounts: { runs: '1' },
    },
    page,
  );
}
