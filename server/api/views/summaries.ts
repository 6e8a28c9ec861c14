import type { Pool } from 'pg';
import type { RunListRow } from '#server/store/pages/run-list.ts';
import { sparkRates } from '#server/store/pages/spark-rates.ts';
import { runSummary } from './run-summary.ts';

/** Rows of a list with the shape of each run's pass rates. */
export async function summaries(pool: Pool, rows: readonly RunListRow[]) {
  const rates = await sparkRates(
    pool,
    rows.map(({ id }) => id),
  );
  const byRun = Map.groupBy(rates, ({ runId }) => runId);
  return rows.map((row) => runSummary(row, byRun.get(row.id) ?? []));
}
