import { z } from 'zod';
import { wellFormed } from '#lib/format/well-formed.ts';
import { retentionKindNames } from '#lib/retention/kinds.ts';
import { applyRetention, previewRetention } from '#server/retention/retain.ts';
import { reportClock } from '#server/store/reports/zone.ts';
import { pinRun, pins, unpinRun } from '#server/store/retention/pins.ts';
import { retentionRounds, setRetentionRule } from '#server/store/retention/rules.ts';
import { procedure, router } from '../trpc.ts';

const shownRounds = 10;
const run = z.int32().min(1);

/** What is kept for how long, and what goes. */
export const retentionRouter = router({
  /** The rules with what they would remove now, pinned runs, and what went lately. */
  page: procedure('retention.page').query(async ({ ctx: { services, reach } }) => {
    const { pool } = services;
    const [rules, pinned, rounds, { zone }] = await Promise.all([
      previewRetention(pool),
      pins(pool, reach.projects),
      retentionRounds(pool, shownRounds),
      reportClock(pool),
    ]);
    return { rules, pinned, zone, rounds: rounds.map((round) => ({ ...round, at: round.at.getTime() })) };
  }),

  set: procedure('retention.set')
    .input(z.strictObject({ kind: z.enum(retentionKindNames), days: z.int().min(1).max(36_500).nullable() }))
    .mutation(async ({ ctx: { services, person }, input }) => {
      await setRetentionRule(services.pool, { ...input, by: person.actor });
    }),

  /** Removes at once what the daily round would. */
  round: procedure('retention.round').mutation(({ ctx: { services, person } }) =>
    applyRetention(services.pool, person.actor),
  ),

  pin: procedure('retention.pin')
    .input(z.strictObject({ run, why: z.string().trim().max(200).transform(wellFormed).default('') }))
    .mutation(async ({ ctx: { services, person }, input }) => {
      await pinRun(services.pool, input.run, { by: person.actor, why: input.why });
    }),

  unpin: procedure('retention.unpin')
    .input(z.strictObject({ run }))
    .mutation(async ({ ctx: { services }, input }) => {
      await unpinRun(services.pool, input.run);
    }),
});
