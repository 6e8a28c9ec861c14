import type { Change, FirmwareLoopContext } from './context.ts';
import { nextIteration } from './iteration.ts';

/** Iteration 1 confirms a base that meets the goal; else it looks for a cause. */
export function firstIteration(context: FirmwareLoopContext): Change {
  const { base, tree, kept, best, series } = context;
  return {
    base,
    tree,
    kept,
    best,
    series,
    ...nextIteration(context, base?.meetsGoal === true ? 'confirm' : 'fix'),
    measured: null,
  };
}
