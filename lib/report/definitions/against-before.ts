import { amount, type ReportRow, ratio } from '../report.ts';

/** Adds the share of runs up to and with each class, for the period and for the one before it. */
export function withShares(sums: readonly ReportRow[]): ReportRow[] {
  const totals = { runs: 0, before: 0 };
  for (const row of sums) {
    totals.runs += amount(row, 'runs');
    totals.before += amount(row, 'before');
  }
  const soFar = { runs: 0, before: 0 };
  return sums.map((row) => {
    soFar.runs += amount(row, 'runs');
    soFar.before += amount(row, 'before');
    return { ...row, upTo: ratio(soFar.runs, totals.runs), upToBefore: ratio(soFar.before, totals.before) };
  });
}
