import type { Pool } from 'pg';
import { endsOf } from '#lib/report/span.ts';
import type { Asked, BehindRow, Page } from './asked.ts';
import { inSpan, narrowed, valuesOf } from './roll-up.ts';

/** A view of the facts of runs, and what of it is wanted. */
interface Behind {
  readonly view: 'report_ended' | 'report_stayed' | 'report_tried' | 'report_troubled' | 'report_stalled';
  /** Conditions on the view's columns; their values are $9 and so on. */
  readonly where?: string | undefined;
  readonly values?: readonly unknown[];
  /** What a row adds to each sum, as SQL over the view. */
  readonly amounts: Readonly<Record<string, string>>;
  /** What is said of a row after its run, as SQL. */
  readonly what?: string;
  /** Where in the run's page it is, as SQL. */
  readonly place?: string;
  /** What orders the rows of one run: a column of the view, which costs nothing to compute. */
  readonly within?: 'run_id' | 'iteration' | 'seq' | 'state';
}

/**
 * The rows of a view behind a number, each with a link to its run. The newest are looked for in the last days first: a view
 * has to be computed for every run of the days that it is asked about.
 */
export async function runsBehind(pool: Pool, asked: Asked, behind: Behind, page: Page): Promise<BehindRow[]> {
  for (const span of endsOf(asked.span)) {
    const rows = await rowsOf(pool, { ...asked, span }, behind, page);
    if (rows.length === page.limit || span.from === asked.span.from) return rows;
  }
  return [];
}

async function rowsOf(
  pool: Pool,
  asked: Asked,
  { view, where = 'true', values = [], amounts, what = `f.title`, place = `''`, within = 'run_id' }: Behind,
  { limit, offset }: Page,
): Promise<BehindRow[]> {
  const sums = Object.entries(amounts).map(([key, sql]) => `'${key}', ${sql}`);
  const { rows } = await pool.query(
    `SELECT f.at, p.name || ' #' || f.number || ': ' || ${what} AS what, '/runs/' || f.number || ${place} AS href,
       jsonb_build_object(${sums.join(', ')}) AS amounts
     FROM (
       SELECT * FROM ${view} WHERE ${inSpan} AND ${narrowed} AND (${where})
       ORDER BY at DESC, number DESC, ${within} LIMIT $7 OFFSET $8) f
     JOIN project p ON p.id = f.project_id ORDER BY f.at DESC, f.number DESC, f.${within}`,
    [...valuesOf(asked), limit, offset, ...values],
  );
  return rows as BehindRow[];
}
