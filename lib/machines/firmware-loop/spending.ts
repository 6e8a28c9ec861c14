import type { Change, FirmwareLoopContext } from './context.ts';
import { budgetSpent } from './convergence/breakers.ts';

interface Usage {
  readonly tokens: number;
  readonly money: number;
}

/** Adds what asking an agent has cost. */
export function spend({ spent }: FirmwareLoopContext, usage: Usage): Pick<FirmwareLoopContext, 'spent'> {
  return { spent: { ...spent, tokens: spent.tokens + usage.tokens, money: spent.money + usage.money } };
}

/** Adds the minutes that a board was in use. */
export function spendBoard({ spent }: FirmwareLoopContext, minutes: number): Change {
  return { spent: { ...spent, boardMinutes: spent.boardMinutes + minutes } };
}

/** The budget that this cost uses up, in words, or null. */
export function overBudget(context: FirmwareLoopContext, usage: Usage): string | null {
  return budgetSpent({ ...context, ...spend(context, usage) });
}
