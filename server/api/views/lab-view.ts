import type { Criteria } from '#lib/convergence/criteria.ts';
import { compare, totalsOf } from '#lib/lab/compare.ts';
import { countsOf } from '#lib/lab/recorded-run.ts';
import { replay } from '#lib/lab/replay.ts';
import type { RecordedRow } from '#server/store/pages/recorded-runs.ts';
import { toneOfState } from './run-summary.ts';

/** A reason is told in full on the run's page; here its beginning is enough. */
const longestReason = 400;

/** Each record beside what other criteria would have made of it, and what that comes to. */
export function labView(
  records: readonly RecordedRow[],
  { criteria, maxIterations }: { criteria: Criteria; maxIterations: number },
) {
  const whole = records.filter(({ isCut }) => !isCut);
  const pairs = whole.map((run) => ({ run, comparison: compare(run, replay(run, criteria, maxIterations)) }));
  return {
    totals: totalsOf(pairs),
    tooLong: records.length - whole.length,
    runs: pairs.map(({ run, comparison }) => ({
      number: run.number,
      href: `/runs/${run.number}`,
      project: run.project,
      goal: run.title,
      outcome: run.outcome,
      tone: run.outcome === null ? ('busy' as const) : toneOfState(run.machine, run.state),
      rates: run.iterations.map(rateOf),
      ...comparison,
      reason: comparison.reason.slice(0, longestReason),
    })),
  };
}

function rateOf(iteration: RecordedRow['iterations'][number]): number | null {
  const counts = countsOf(iteration);
  return counts === null ? null : counts.passed / Math.max(counts.total, 1);
}
