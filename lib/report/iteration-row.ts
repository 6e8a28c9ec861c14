import type { Counts } from '#lib/activities/shapes.ts';
import type { IterationRecord } from './records.ts';

/** Counts with their sum: passed, failed and errors make the total, skipped tests are kept apart. */
export interface Tally extends Counts {
  readonly total: number;
}

/** One iteration as a report tells it. Iteration 0 is the base. */
export interface IterationRow {
  readonly iteration: number;
  readonly intent: string | null;
  readonly strategy: string | null;
  /** Over the goal's tests; null when nothing was measured. */
  readonly counts: Tally | null;
  /** 0 to 1; null when nothing was measured. */
  readonly pass_rate: number | null;
  readonly regressions: number | null;
  readonly verdict: string | null;
  readonly signal: string | null;
  readonly reason: string | null;
  /** Whether its tree was kept; null while that is not decided. */
  readonly kept: boolean | null;
  /** The iteration whose tree came back in its place. */
  readonly rolled_back_to: number | null;
  /** What the author of its patch says of it. */
  readonly patch: string | null;
  readonly commit: string | null;
}

/** One iteration's record as a row. */
export function iterationRow(record: IterationRecord): IterationRow {
  const counts = record.goal == null ? null : tally(record.goal);
  return {
    iteration: record.iteration,
    intent: record.intent ?? null,
    strategy: record.strategy ?? null,
    counts,
    pass_rate: counts === null ? null : counts.passed / Math.max(counts.total, 1),
    regressions: record.regressions ?? null,
    verdict: record.judgement?.verdict ?? null,
    signal: record.judgement?.signal ?? null,
    reason: record.judgement?.reason ?? notMeasured(record),
    kept: record.kept ?? null,
    rolled_back_to: record.rolled_back_to?.iteration ?? null,
    patch: record.claim ?? null,
    commit: record.commit ?? null,
  };
}

export function tally({ passed, failed, errors, skipped }: Counts): Tally {
  return { passed, total: passed + failed + errors, failed, errors, skipped };
}

/** Why an iteration has no judgement, as far as its record tells. */
function notMeasured({ build, goal, iteration }: IterationRecord): string | null {
  if (build?.ok === false) return `does not build: ${build.firstError ?? 'see its log'}`;
  return goal == null || iteration > 0 ? null : 'measured as the base';
}
