import { z } from 'zod';
import { DomainError } from '#lib/errors.ts';
import { wellFormed } from '#lib/format/well-formed.ts';
import { decisionSchema } from '#lib/review/decision.ts';
import { approveVerdict, giveVerdict } from '#server/review/give-verdict.ts';
import type { VerdictFate } from '#server/review/send-verdict.ts';
import { endCarried } from '#server/store/reviews/carried.ts';
import { withdraw } from '#server/store/reviews/proposals.ts';
import { reviewNumbered } from '#server/store/reviews/review-row.ts';
import { tell } from '#server/store/tell.ts';
import { procedure } from '../trpc.ts';

const about = z.strictObject({ review: z.int32().min(1) });
/** The event that the person saw: a run that has moved on since takes no verdict. */
const expectedSeq = z.int32().min(0);

/** What moves a run out of its review. */
export const decideReviews = {
  decide: procedure('reviews.decide')
    .input(
      about.extend({
        /** Chosen for this press of a button: a repeat is harmless. */
        commandId: z.string().min(8).max(80).transform(wellFormed),
        decision: decisionSchema,
        reason: z.string().trim().min(1).max(400).transform(wellFormed),
        carry: z.boolean().default(false),
        expectedSeq,
      }),
    )
    .mutation(async ({ ctx, input }): Promise<VerdictFate> => {
      const { review: number, commandId, ...given } = input;
      const review = await reviewNumbered(ctx.services.pool, number);
      const fate = await giveVerdict(ctx.services.engine, {
        ...given,
        commandId,
        runId: review.runId,
        by: ctx.person.actor,
      });
      tell(ctx.services.pool, [['firmloop_run', review.runId]]);
      return fate;
    }),

  /** Speaks for a verdict that somebody has proposed, as its digest names it. */
  approve: procedure('reviews.approve')
    .input(about.extend({ proposalId: z.guid(), digest: z.string().length(64), expectedSeq }))
    .mutation(async ({ ctx, input }): Promise<VerdictFate> => {
      const { review: number, ...given } = input;
      const review = await reviewNumbered(ctx.services.pool, number);
      const fate = await approveVerdict(ctx.services.engine, { ...given, runId: review.runId, by: ctx.person.actor });
      tell(ctx.services.pool, [['firmloop_run', review.runId]]);
      return fate;
    }),

  withdraw: procedure('reviews.withdraw')
    .input(about)
    .mutation(async ({ ctx, input }) => {
      const review = await reviewNumbered(ctx.services.pool, input.review);
      await withdraw(ctx.services.pool, review.id, ctx.person.actor);
      tell(ctx.services.pool, [['firmloop_run', review.runId]]);
    }),

  /** Ends what was decided here for later runs too. */
  endCarried: procedure('reviews.endCarried')
    .input(about)
    .mutation(async ({ ctx, input }) => {
      const review = await reviewNumbered(ctx.services.pool, input.review);
      if (!(await endCarried(ctx.services.pool, review.id, ctx.person.actor)))
        throw new DomainError('REFUSED', `Nothing from review ${review.number} is carried to later runs any more.`);
      tell(ctx.services.pool, [['firmloop_run', review.runId]]);
    }),
};
