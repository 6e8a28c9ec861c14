import { z } from 'zod';
import { decisionWords, readDecision } from '#lib/review/decision.ts';
import { blockingTestsOf } from '#server/review/blocking-of.ts';
import { reviewSituation } from '#server/review/review-options.ts';
import { similarRuns } from '#server/review/similar-runs.ts';
import { waitingView } from '#server/review/waiting-view.ts';
import { iterationRates } from '#server/store/pages/iteration-rates.ts';
import { type CarriedDecision, decisionFrom } from '#server/store/reviews/carried.ts';
import { entriesOf, type ReviewEntry } from '#server/store/reviews/entries.ts';
import { peopleOfReview } from '#server/store/reviews/people.ts';
import { proposalsOf } from '#server/store/reviews/proposals.ts';
import { queueCounts, queueViews, reviewQueue } from '#server/store/reviews/queue.ts';
import { openReviewOf, reviewNumbered } from '#server/store/reviews/review-row.ts';
import { runToForesee } from '#server/store/reviews/run-to-foresee.ts';
import { triedIterations } from '#server/store/reviews/tried-iterations.ts';
import { procedure } from '../trpc.ts';
import { reviewStory } from '../views/review-story.ts';

const review = z.int32().min(1);

/** What pages read of reviews. */
export const readReviews = {
  /** How a run waits: for what, since when, until when, and its open review. Null for one that does not wait. */
  waiting: procedure('reviews.waiting')
    .input(z.strictObject({ runId: z.guid() }))
    .query(async ({ ctx: { services }, input }) => {
      const [waiting, open] = await Promise.all([
        waitingView(services.pool, input.runId),
        openReviewOf(services.pool, input.runId),
      ]);
      if (waiting === null) return null;
      const review = open && {
        number: open.number,
        approvals: open.approvals,
        approved: open.approved,
        assignees: open.assignees,
      };
      return { ...waiting, review };
    }),

  /** How many open reviews each view of the queue has. */
  counts: procedure('reviews.counts').query(({ ctx: { services, person, reach } }) =>
    queueCounts(services.pool, { person: person.actor, projects: reach.projects }),
  ),

  list: procedure('reviews.list')
    .input(z.strictObject({ view: z.enum(queueViews).default('open') }))
    .query(async ({ ctx: { services, person, reach }, input }) => {
      const reader = { person: person.actor, projects: reach.projects };
      const [rows, counts] = await Promise.all([
        reviewQueue(services.pool, reader, input.view),
        queueCounts(services.pool, reader),
      ]);
      return { rows, counts, me: person.actor };
    }),

  /** What is decided in a review, its discussion, and what each verdict would do now. */
  page: procedure('reviews.page')
    .input(z.strictObject({ review }))
    .query(async ({ ctx: { services, person }, input }) => {
      const { pool } = services;
      const row = await reviewNumbered(pool, input.review);
      const [run, entries, proposals, people, carried, waiting] = await Promise.all([
        runToForesee(pool, row.runId),
        entriesOf(pool, row.id),
        proposalsOf(pool, row.id),
        peopleOfReview(pool, row.id),
        decisionFrom(pool, row.id),
        waitingView(pool, row.runId),
      ]);
      const situation = run === null || row.closedAt !== null ? null : reviewSituation(run);
      return {
        review: row,
        me: person.actor,
        seq: run?.seq ?? 0,
        situation: situation && { ...situation, options: [...situation.options] },
        waiting,
        entries: entries.map(inWords),
        proposals: proposals
          .filter(({ status }) => status === 'open')
          .map(({ decision, carry, ...rest }) => ({ ...rest, words: wordsOf(decision), carries: carry !== null })),
        people: [...new Set([person.actor, ...people])].sort(),
        carried: carried && carriedInWords(carried),
      };
    }),

  /** What led there. It does not change while the review is open, so it is read once. */
  story: procedure('reviews.story')
    .input(z.strictObject({ review }))
    .query(async ({ ctx: { services }, input }) => {
      const { pool } = services;
      const row = await reviewNumbered(pool, input.review);
      const [rates, tried, blocking] = await Promise.all([
        iterationRates(pool, [row.runId]),
        triedIterations(pool, row.runId),
        blockingTestsOf(pool, row.runId),
      ]);
      const similar = await similarRuns(pool, { projectId: row.projectId, runId: row.runId, blocking: blocking.now });
      return reviewStory({ review: row, rates, tried, blocking, similar });
    }),
};

/** A line of the discussion with the facts that its words are made of; a decision is told in words. */
function inWords({ data, ...entry }: ReviewEntry) {
  const facts = Object.entries(data).flatMap(([field, value]) => {
    const told = field === 'decision' ? wordsOf(value) : value;
    return typeof told === 'string' || typeof told === 'number' ? [[field, told] as const] : [];
  });
  return { ...entry, data: Object.fromEntries(facts) };
}

function wordsOf(stored: unknown): string {
  const decision = readDecision(stored);
  return decision === null ? 'decide' : decisionWords(decision);
}

function carriedInWords({ tests, usedFor, endedAt, endedBy, decision }: CarriedDecision) {
  return { tests: [...tests], usedFor: [...usedFor], endedAt, endedBy, words: wordsOf(decision) };
}
