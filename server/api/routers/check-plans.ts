import { z } from 'zod';
import { covers, reachOf } from '#lib/access/reach.ts';
import { checkPlan } from '#lib/boards/health/plan.ts';
import { checkPlanOf, saveCheckPlan } from '#server/store/boards/check-plans.ts';
import { boardNamed } from '#server/store/boards/inventory.ts';
import { procedure } from '../trpc.ts';

/** How boards are checked. A type is the whole stack's, so only who manages all boards says how those of a type are checked. */
export const boardCheckPlans = {
  /** Of the type of a board. */
  checkPlan: procedure('boards.checkPlan')
    .input(z.strictObject({ board: z.guid() }))
    .query(async ({ ctx: { services, person }, input }) => {
      const { type } = await boardNamed(services.pool, input.board);
      const plan = await checkPlanOf(services.pool, type);
      return { type, plan, mayChange: covers(reachOf(person, 'boards:manage'), 'stack') };
    }),

  saveCheckPlan: procedure('boards.saveCheckPlan')
    .input(z.strictObject({ type: z.string().min(1).max(100), plan: checkPlan }))
    .mutation(({ ctx: { services, person }, input: { type, plan } }) =>
      saveCheckPlan(services.pool, type, plan, person.actor),
    ),
};
