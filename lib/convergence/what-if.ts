import type { Criteria } from './criteria.ts';
import { judgeEach, type Recorded } from './judge-each.ts';
import type { Verdict } from './judgement.ts';

/** Where a recorded run would have ended under other criteria. */
export interface WhatIf {
  /** The iteration it would have ended at; `null` when the record ends first, and what comes then is unknown. */
  readonly stoppedAt: number | null;
  readonly verdict: Verdict | null;
  readonly reason: string;
  /** Recorded iterations that would not have been run; `null` when unknown. */
  readonly iterationsSaved: number | null;
}

/** Replays a recorded run, oldest iteration first, under other criteria. Nothing is guessed beyond the record. */
export function whatIf(recorded: readonly Recorded[], criteria: Criteria, maxIterations: number): WhatIf {
  const end = judgeEach(recorded, criteria, maxIterations).find((row) => row.verdict !== null);
  const last = recorded.at(-1)?.iteration ?? 0;
  if (end === undefined) {
    const reason = `unknown: these criteria go on past iteration ${last}, where the record ends`;
    return { stoppedAt: null, verdict: null, reason, iterationsSaved: null };
  }
  return {
    stoppedAt: end.iteration,
    verdict: end.verdict,
    reason: end.reason,
    iterationsSaved: recorded.filter(({ iteration }) => iteration > end.iteration).length,
  };
}
