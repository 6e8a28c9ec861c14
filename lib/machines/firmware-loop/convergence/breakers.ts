import { count } from '#lib/format/count.ts';
import type { FirmwareLoopContext } from '../context.ts';
import { rollBacksInARow } from '../tunables.ts';

/** The breaker or spent budget that ends the run, with its numbers, or null. */
export function breakerOpen(context: FirmwareLoopContext): string | null {
  const { streaks, risk, settings } = context;
  const { risk_budget } = settings.limits;
  if (streaks.rollBacks >= rollBacksInARow) {
    return `${streaks.rollBacks} roll backs in a row (limit ${rollBacksInARow})`;
  }
  if (risk > risk_budget) return `accumulated risk ${risk.toFixed(2)} > risk_budget ${risk_budget.toFixed(2)}`;
  return budgetSpent(context);
}

/** The budget that is spent, with its numbers, or null. */
export function budgetSpent({ spent, settings }: FirmwareLoopContext): string | null {
  const { board_minutes, tokens, money } = settings.limits.budgets;
  const rows = [
    { what: 'board minutes', used: spent.boardMinutes, limit: board_minutes },
    { what: 'tokens', used: spent.tokens, limit: tokens },
    { what: 'money', used: spent.money, limit: money },
  ];
  const over = rows.find(({ used, limit }) => limit !== null && used >= limit);
  return over === undefined
    ? null
    : `budget of ${over.what} is spent: ${shown(over.used)} of ${shown(over.limit ?? 0)}`;
}

function shown(amount: number): string {
  return Number.isInteger(amount) ? count(amount) : amount.toFixed(2);
}
