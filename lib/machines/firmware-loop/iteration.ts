import type { Counts, Intent } from '#lib/activities/shapes.ts';
import type { Change, FirmwareLoopContext, Tree } from './context.ts';

/** Begins the next iteration: what belonged to the last one is forgotten, what counts on is kept. */
export function nextIteration(context: FirmwareLoopContext, intent: Intent): Change {
  return {
    iteration: context.iteration + 1,
    intent,
    counted: false,
    proposal: null,
    merge: 'strict',
    analysisId: null,
    attempt: 0,
    retries: 0,
    hung: false,
    measured: null,
    decision: null,
    patchId: null,
    by: 'agent',
    constraint: 'none',
    asked: 0,
    recoveries: { ...context.recoveries, thisIteration: 0 },
    plan: null,
    judged: null,
    route: null,
    acceptance: null,
    review: null,
    rollBackTo: null,
  };
}

/** Analyses again: in the same iteration while it has no result, else in the next one. */
export function analyseAgain(context: FirmwareLoopContext, intent: Intent): Change {
  return context.counted ? nextIteration(context, intent) : { intent, proposal: null, merge: 'strict', review: null };
}

/** The worktree after a roll back: build output is gone with it. */
export function rolledBackTo({ commit, iteration }: Tree): Change {
  const tree = { commit, iteration };
  return { tree, kept: tree, built: null, rollBackTo: null };
}

/** Starts windows, streaks and repeats anew after a strategy switch or a person's verdict. */
export function freshStreaks(context: FirmwareLoopContext): Change {
  return {
    series: [],
    streaks: { unbuildable: 0, rollBacks: 0, confirmations: 0 },
    circles: {
      seen: context.circles.seen.map(([fingerprint]) => [fingerprint, 1]),
      recent: [],
      refused: 0,
      found: null,
    },
    recoveries: { byClass: {}, thisIteration: 0 },
  };
}

/** Tests that count: skipped ones are kept apart. */
export function totalOf({ passed, failed, errors }: Counts): number {
  return passed + failed + errors;
}
