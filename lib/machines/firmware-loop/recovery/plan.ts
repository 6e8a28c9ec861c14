import { isInState } from '#lib/engine/is-in-state.ts';
import { counted } from '#lib/format/count.ts';
import type { Change, FirmwareLoopContext, Recoveries } from '../context.ts';
import { recoveriesPerClass, unbuildableInARow } from '../tunables.ts';
import { bestSoFar } from '../words.ts';
import { hangLadder, type LadderStep, ladder, type RecoveryAction, type RecoveryTarget } from './ladder.ts';
import type { Trouble } from './trouble.ts';

/** What `ERROR_RECOVERY` has decided: run `action` (unless it is done or there is none), then go to `to`. */
export interface Plan {
  readonly action: RecoveryAction | null;
  readonly to: RecoveryTarget;
  readonly reason: string;
  readonly done: boolean;
  readonly spendsIteration: boolean;
}

/**
 * Chooses the next step of the ladder of the context's trouble. Counts are per class and survive until the state that
 * failed has been passed; a class that has used up its steps or its three tries, or an iteration its recoveries, is a
 * failure.
 */
export function planRecovery(context: FirmwareLoopContext): Change {
  const { trouble } = context;
  if (trouble === null) return { plan: givingUp('nothing is known to have gone wrong') };
  const steps = ladderOf(trouble);
  const before = context.recoveries.byClass[trouble.kind] ?? { taken: 0, tries: 0, from: trouble.from };
  const index = steps.findIndex((step, at) => at >= before.taken && (step.applies?.(context, trouble) ?? true));
  const step = steps[index];
  if (step === undefined && trouble.kind === 'NOTHING_LEFT')
    return { plan: givingUp(`${trouble.what}; ${bestSoFar(context)}`) };
  const what = `${trouble.kind} in ${trouble.from}: ${trouble.what}`;
  const why = step === undefined ? nothingLeft(steps, before.tries) : tooMuch(context, before.tries, step);
  if (step === undefined || why !== null) return { plan: givingUp(`${what}; ${why}`) };

  const recoveries = counting(context, trouble, index);
  const { tries } = recoveries.byClass[trouble.kind] ?? before;
  return {
    ...step.change?.(context),
    recoveries,
    plan: {
      action: step.action,
      to: step.to(trouble),
      reason: `${what}; step ${index + 1} of ${steps.length}: ${step.does} (try ${tries} of ${recoveriesPerClass}, recovery ${recoveries.thisIteration} of ${context.settings.limits.recoveries_per_iteration} in iteration ${context.iteration})`,
      done: false,
      spendsIteration: step.spendsIteration ?? false,
    },
  };
}

/** Forgets the counts of a top-level state that has been passed. */
export function passed(context: FirmwareLoopContext, ...states: readonly string[]): Change {
  const byClass = Object.entries(context.recoveries.byClass).filter(
    ([, { from }]) => !states.some((state) => isInState(from, state)),
  );
  return { recoveries: { ...context.recoveries, byClass: Object.fromEntries(byClass) } };
}

function ladderOf({ kind, from }: Trouble): readonly LadderStep[] {
  return kind === 'TIMEOUT' && from.endsWith('TEST_RUN') ? hangLadder : ladder[kind];
}

function nothingLeft(steps: readonly LadderStep[], tries: number): string {
  if (steps.length === 0) return 'nothing to retry';
  return tries === 0
    ? 'no step of its ladder applies here'
    : `its ladder is used up after ${counted(tries, 'try', 'tries')}`;
}

function tooMuch(context: FirmwareLoopContext, tries: number, step: LadderStep): string | null {
  const { iteration, settings, streaks, recoveries } = context;
  const { max_iterations, recoveries_per_iteration } = settings.limits;
  if (tries >= recoveriesPerClass) return `${tries} of ${recoveriesPerClass} recoveries of this class are used up`;
  if (recoveries.thisIteration >= recoveries_per_iteration) {
    return `${recoveries.thisIteration} of ${recoveries_per_iteration} recoveries of iteration ${iteration} are used up`;
  }
  if (step.spendsIteration && streaks.unbuildable + 1 >= unbuildableInARow) {
    return `${streaks.unbuildable + 1} iterations in a row did not build (limit ${unbuildableInARow})`;
  }
  const begins = step.spendsIteration || (context.counted && step.action === 'roll-back');
  return begins && iteration >= max_iterations
    ? `iteration ${iteration} of ${max_iterations} was the last allowed`
    : null;
}

/** An inconclusive result has a limit of its own, `retry_limit`, and is not a recovery. */
function counting(context: FirmwareLoopContext, trouble: Trouble, index: number): Recoveries {
  const { byClass, thisIteration } = context.recoveries;
  if (trouble.kind === 'INCONCLUSIVE_RESULT') return context.recoveries;
  const tries = (byClass[trouble.kind]?.tries ?? 0) + 1;
  return {
    byClass: { ...byClass, [trouble.kind]: { taken: index + 1, tries, from: trouble.from } },
    thisIteration: thisIteration + 1,
  };
}

function givingUp(reason: string): Plan {
  return { action: null, to: 'FAILURE', reason, done: true, spendsIteration: false };
}
