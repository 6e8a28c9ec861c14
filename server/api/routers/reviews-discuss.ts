import type { Pool } from 'pg';
import { z } from 'zod';
import { wellFormed } from '#lib/format/well-formed.ts';
import { assignReview, handOverReview, unassignReview } from '#server/store/reviews/assign.ts';
import { commentOnReview } from '#server/store/reviews/comment.ts';
import { reviewNumbered } from '#server/store/reviews/review-row.ts';
import { setReviewApprovals, setReviewDue } from '#server/store/reviews/terms.ts';
import { tell } from '#server/store/tell.ts';
import { procedure } from '../trpc.ts';

const about = z.strictObject({ review: z.int32().min(1) });
const name = z.string().trim().min(1).max(80).transform(wellFormed);
const text = z.string().trim().min(1).max(10_000);

/** What a team does around a verdict: who has it, until when, and what is said. */
export const discussReviews = {
  comment: procedure('reviews.comment')
    .input(about.extend({ text }))
    .mutation(({ ctx: { services, person }, input: { review, ...said } }) =>
      change(services.pool, review, (id) => commentOnReview(services.pool, id, { ...said, by: person.actor })),
    ),

  assign: procedure('reviews.assign')
    .input(about.extend({ person: name }))
    .mutation(({ ctx: { services, person }, input }) =>
      change(services.pool, input.review, (id) =>
        assignReview(services.pool, id, { person: input.person, by: person.actor }),
      ),
    ),

  unassign: procedure('reviews.unassign')
    .input(about.extend({ person: name }))
    .mutation(({ ctx: { services, person }, input }) =>
      change(services.pool, input.review, (id) =>
        unassignReview(services.pool, id, { person: input.person, by: person.actor }),
      ),
    ),

  handOver: procedure('reviews.handOver')
    .input(about.extend({ to: name, note: text }))
    .mutation(({ ctx: { services, person }, input: { review, ...handed } }) =>
      change(services.pool, review, (id) => handOverReview(services.pool, id, { ...handed, by: person.actor })),
    ),

  /** Until when it is to be answered, epoch milliseconds; null agrees on no time. */
  setDue: procedure('reviews.setDue')
    .input(about.extend({ dueAt: z.int().min(0).max(8.64e15).nullable() }))
    .mutation(({ ctx: { services, person }, input }) =>
      change(services.pool, input.review, (id) =>
        setReviewDue(services.pool, id, {
          dueAt: input.dueAt === null ? null : new Date(input.dueAt),
          by: person.actor,
        }),
      ),
    ),

  setApprovals: procedure('reviews.setApprovals')
    .input(about.extend({ approvals: z.int().min(1).max(10) }))
    .mutation(({ ctx: { services, person }, input: { review, ...terms } }) =>
      change(services.pool, review, (id) => setReviewApprovals(services.pool, id, { ...terms, by: person.actor })),
    ),
};

/** Changes something of a review; whoever looks at its run or at it reads again. */
async function change(pool: Pool, review: number, act: (reviewId: string) => Promise<void>): Promise<void> {
  const { id, runId } = await reviewNumbered(pool, review);
  await act(id);
  tell(pool, [['firmloop_run', runId]]);
}
