import type { Intent } from '#lib/activities/shapes.ts';
import { decideConvergedShort } from '#lib/convergence/converged-short.ts';
import { decidePlateau, type PlateauDecision } from '#lib/convergence/plateau.ts';
import type { FirmwareLoopContext, Judged } from '../context.ts';
import { whyNotNow } from '../strategy.ts';
import { breakerOpen } from './breakers.ts';
import { nextIntent } from './next-intent.ts';

/** Where `CONVERGENCE_CHECK` leads: an end, a person, another strategy, the next iteration, or first one activity more. */
export type RouteTarget =
  | 'SUCCESS'
  | 'SUCCESS_WITH_WARNING'
  | 'FAILURE'
  | 'ABORTED'
  | 'HUMAN_REVIEW'
  | 'STRATEGY_SWITCH'
  | 'CODE_ANALYSIS'
  | 'ACCEPTANCE'
  | 'ROLL_BACK';

/** A decision with the numbers that made it. */
export interface Route {
  readonly to: RouteTarget;
  readonly reason: string;
  /** What the next iteration is for, where there is one. */
  readonly intent?: Intent;
  readonly strategy?: string | null;
  readonly wait?: PlateauDecision['wait'];
  readonly notify?: readonly string[];
  /** The next iteration is a confirmation beyond the last one allowed. */
  readonly extra?: boolean;
}

type Rule = (context: FirmwareLoopContext, judged: Judged) => Route | null;

/** Decides what follows a judgement. A tree that lost is rolled back first, unless the run ends anyway. */
export function decideRoute(context: FirmwareLoopContext, judged: Judged): Route {
  const route = rules.reduce<Route | null>((found, rule) => found ?? rule(context, judged), null);
  const next = route ?? goOn(context, judged);
  const { rollBackTo, best, measured } = context;
  if (rollBackTo === null || ends.has(next.to)) return next;
  return {
    to: 'ROLL_BACK',
    reason: `iteration ${context.iteration} passes ${measured?.goal.passed ?? 0}, the best tree (iteration ${rollBackTo.iteration}) ${best?.passed ?? 0}: back to the best before going on`,
  };
}

const ends: ReadonlySet<RouteTarget> = new Set(['SUCCESS', 'SUCCESS_WITH_WARNING', 'FAILURE', 'ABORTED']);

/** In order of precedence. */
const rules: readonly Rule[] = [
  aborted,
  succeeded,
  confirmedOnceMore,
  ranOut,
  failed,
  broken,
  plateaued,
  convergedShort,
];

function aborted({ decision }: FirmwareLoopContext): Route | null {
  return decision?.nextAction === 'ABORT'
    ? { to: 'ABORTED', reason: `the analysis asks to abort: ${decision.reasoning}` }
    : null;
}

function succeeded(context: FirmwareLoopContext, { verdict, reason }: Judged): Route | null {
  if (verdict !== 'SUCCESS') return null;
  if (context.settings.acceptance && context.acceptance === null) {
    return { to: 'ACCEPTANCE', reason: `${reason}; the acceptance suite decides` };
  }
  const where = context.best?.iteration === 0 ? 'goal met at the base: ' : '';
  const proof = context.settings.acceptance ? 'the acceptance suite passes' : 'plausible: no acceptance suite';
  return { to: 'SUCCESS', reason: `${where}${reason}; ${proof}` };
}

/** The last iteration allowed is the first good one: its confirmation is not counted. */
function confirmedOnceMore(context: FirmwareLoopContext, { verdict, failedGates, meetsTarget }: Judged): Route | null {
  const onlyUnstable = verdict === 'TIMEOUT' && meetsTarget && failedGates.length === 0;
  if (!onlyUnstable || context.extraConfirmation || context.intent === 'confirm') return null;
  const { iteration, settings } = context;
  return {
    to: 'CODE_ANALYSIS',
    intent: 'confirm',
    extra: true,
    reason: `iteration ${iteration} of ${settings.limits.max_iterations} is the first that meets the target: one uncounted confirmation`,
  };
}

function ranOut(_: FirmwareLoopContext, { verdict, reason }: Judged): Route | null {
  return verdict === 'TIMEOUT' ? { to: 'FAILURE', reason } : null;
}

function failed(_: FirmwareLoopContext, { verdict, reason }: Judged): Route | null {
  return verdict === 'FAILURE' ? { to: 'FAILURE', reason } : null;
}

function broken(context: FirmwareLoopContext, { reason }: Judged): Route | null {
  const open = breakerOpen(context);
  return open === null ? null : { to: 'FAILURE', reason: `${open} (${reason})` };
}

function plateaued(context: FirmwareLoopContext, { verdict, reason }: Judged): Route | null {
  if (verdict !== 'PLATEAUED') return null;
  const { settings, strategy } = context;
  const decision = decidePlateau({
    mode: settings.mode,
    strategy: settings.plateau,
    switches: strategy.switches,
    passRate: passRateOf(context),
  });
  const told = { notify: decision.notify, wait: decision.wait };
  if (decision.next !== 'STRATEGY_SWITCH')
    return { to: decision.next, reason: `${reason}; ${decision.reason}`, ...told };
  const next = decision.strategy ?? strategyAfter(context);
  return next === null
    ? { to: 'FAILURE', reason: `${reason}; ${decision.reason}, but no other strategy is configured`, ...told }
    : { to: 'STRATEGY_SWITCH', strategy: next, reason: `${reason}; ${decision.reason}`, ...told };
}

function convergedShort(context: FirmwareLoopContext, { verdict, reason }: Judged): Route | null {
  if (verdict !== 'CONVERGED_WITH_IMPROVEMENT') return null;
  const decision = decideConvergedShort({ mode: context.settings.mode, passRate: passRateOf(context) });
  return { to: decision.next, reason: `${reason}; ${decision.reason}` };
}

function goOn(context: FirmwareLoopContext, judged: Judged): Route {
  const intent = nextIntent(context, judged);
  const { iteration, settings } = context;
  return {
    to: 'CODE_ANALYSIS',
    intent,
    reason: `${judged.reason}; iteration ${iteration + 1} of ${settings.limits.max_iterations} is to ${intent}`,
  };
}

/** The next strategy after the one in use whose condition holds, in the order the run names them, or null. */
export function strategyAfter(context: FirmwareLoopContext): string | null {
  const { settings, strategy, iteration, series, best } = context;
  const index = settings.strategies.findIndex(({ name }) => name === strategy.name);
  const { passed, total } = series.at(-1) ?? best ?? { passed: 0, total: 0 };
  const later = settings.strategies.slice(index + 1);
  return later.find(({ when }) => whyNotNow(when, { iteration, passed, total }) === null)?.name ?? null;
}

function passRateOf({ series, best }: FirmwareLoopContext): number {
  const { passed, total } = series.at(-1) ?? best ?? { passed: 0, total: 0 };
  return passed / Math.max(total, 1);
}
