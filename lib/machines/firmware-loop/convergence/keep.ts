import { meetsTarget } from '#lib/convergence/judge-series.ts';
import type { Change, FirmwareLoopContext, Measured, MeasuredTree, Point, Tree } from '../context.ts';
import { totalOf } from '../iteration.ts';
import { remembered } from './remembered.ts';

/**
 * Counts the iteration: decides whether its tree is kept or goes back to the best one, and appends to the series what
 * the kept tree passes. Counting again after a repeated measurement replaces the iteration's result.
 */
export function countIteration(context: FirmwareLoopContext): Change {
  const { measured, tree, circles } = context;
  if (circles.found !== null || measured === null || tree === null) return {};
  const now = measuredTree(context, measured, tree);
  const loses = isLosing(context, now);
  const best = bestOf(context.best, now);
  const { streaks, counted } = context;
  return {
    counted: true,
    best,
    kept: loses && context.best !== null ? context.best : tree,
    rollBackTo: loses && context.best !== null ? treeOf(context.best) : null,
    series: seriesWith(context, loses && context.best !== null ? context.best : now, measured),
    streaks: {
      unbuildable: 0,
      rollBacks: counted ? streaks.rollBacks : loses ? streaks.rollBacks + 1 : 0,
      confirmations: counted ? streaks.confirmations : context.intent === 'confirm' ? streaks.confirmations + 1 : 0,
    },
  };
}

/** What a measurement of the base starts from: it enters the series only where it already meets the goal. */
export function countBase(context: FirmwareLoopContext, measured: Measured, tree: Tree): Change {
  const now = measuredTree({ patchId: null }, measured, tree);
  const point = pointOf({ ...context, iteration: 0 }, now, measured);
  const meetsGoal = measured.incomplete === null && meetsTarget([point], context.settings.criteria);
  return {
    base: { commit: tree.commit, goal: measured.goal, builds: true, meetsGoal },
    best: now,
    series: meetsGoal ? [point] : [],
  };
}

/** Fewer passes than the best tree has, or a decision to go back; the best tree itself cannot lose to itself. */
function isLosing({ best, settings, decision }: FirmwareLoopContext, now: MeasuredTree): boolean {
  if (best === null || settings.rollBack === 'never' || now.commit === best.commit) return false;
  return now.passed < best.passed || decision?.nextAction === 'ROLLBACK';
}

/** More passes win, then fewer regressions. A tree measured again is worth its worse measurement. */
function bestOf(best: MeasuredTree | null, now: MeasuredTree): MeasuredTree {
  if (best === null) return now;
  if (best.commit === now.commit) {
    const worse = now.passed < best.passed ? now : best;
    return {
      ...best,
      passed: worse.passed,
      total: worse.total,
      errors: worse.errors,
      performance: now.performance,
      regressions: Math.max(best.regressions, now.regressions),
    };
  }
  const better = now.passed > best.passed || (now.passed === best.passed && now.regressions < best.regressions);
  return better ? now : best;
}

function measuredTree(
  { patchId }: Pick<FirmwareLoopContext, 'patchId'>,
  { goal, regressions, performance }: Measured,
  tree: Tree,
): MeasuredTree {
  const { passed, errors } = goal;
  return { ...tree, passed, total: totalOf(goal), errors, regressions, performance, patchId };
}

function seriesWith(context: FirmwareLoopContext, kept: MeasuredTree, measured: Measured): readonly Point[] {
  const { iteration, settings, series } = context;
  const point = pointOf(context, kept, measured);
  const staysConfirmed = meetsTarget([point], settings.criteria);
  const earlier = series.filter((one) => one.iteration !== iteration && (one.iteration > 0 || staysConfirmed));
  return remembered([...earlier, point], settings.criteria);
}

function pointOf(context: FirmwareLoopContext, kept: MeasuredTree, measured: Measured): Point {
  const { iteration, decision, settings } = context;
  const point = { iteration, passed: kept.passed, total: kept.total };
  if (settings.criteria.model === 'rules') return point;
  const { performance } = kept;
  return {
    ...point,
    error_count: Math.min(kept.errors, kept.total - kept.passed),
    execution_time: Math.round(measured.executionMs / 1_000),
    ...(kept.regressions > 0 ? { regression_detected: true } : {}),
    ...(decision === null ? {} : { confidence_score: short(decision.confidence) }),
    ...(performance === null
      ? {}
      : { performance_score: short(performance.score), performance_degradation: short(performance.degradation) }),
  };
}

/** Four decimals are more than any threshold needs. */
function short(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

function treeOf({ commit, iteration }: MeasuredTree): Tree {
  return { commit, iteration };
}
