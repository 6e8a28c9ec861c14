import type { Pool } from 'pg';
import { z } from 'zod';
import { costsOfRun } from '#server/store/costs.ts';
import { timeByIterationOf } from '#server/store/time-spent.ts';

const none = { tokens: null, money: null, board_minutes: null };
const amount = z.number().nullable();

/** Budgets, and what counts against them, of a machine that has any. */
const contextSchema = z
  .object({
    spent: z.object({ tokens: z.number(), money: z.number(), boardMinutes: z.number() }),
    settings: z.object({
      limits: z.object({ budgets: z.object({ tokens: amount, money: amount, board_minutes: amount }).catch(none) }),
    }),
  })
  .nullable()
  .catch(null);

/** What a run has cost, by agents and by iterations, and what it may cost; as it is, or as it stood. */
export async function costView(pool: Pool, run: { id: string; snapshot: unknown }, until: Date | null) {
  const [agents, iterations] = await Promise.all([
    costsOfRun(pool, run.id, until),
    timeByIterationOf(pool, run.id, until),
  ]);
  const { context } = z.object({ context: contextSchema }).parse(run.snapshot);
  const limits = context?.settings.limits.budgets ?? none;
  const spent = context?.spent ?? null;
  return {
    agents,
    iterations,
    budgets: {
      tokens: { counted: spent?.tokens ?? null, limit: limits.tokens },
      money: { counted: spent?.money ?? null, limit: limits.money },
      boardMinutes: { counted: spent?.boardMinutes ?? null, limit: limits.board_minutes },
    },
  };
}
