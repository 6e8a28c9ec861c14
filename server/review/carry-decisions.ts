import { DomainError } from '#lib/errors.ts';
import { derivedId } from '#server/engine/derived-id.ts';
import type { Engine } from '#server/engine/engine.ts';
import {
  type CarriedDecision,
  decisionInForce,
  markCarryChecked,
  recordUse,
  reviewsToCheck,
} from '#server/store/reviews/carried.ts';
import { propose } from '#server/store/reviews/proposals.ts';
import type { ReviewRow } from '#server/store/reviews/review-row.ts';
import { blockingOf } from './blocking-of.ts';
import { sendVerdict } from './send-verdict.ts';

/**
 * Carries decisions to reviews that have just opened on the same tests: each appears there as its author's proposal with
 * where it comes from, and moves the run if one approval is enough. A run that comes back with the same tests is a person's
 * to decide on. Gives the number of reviews looked at.
 */
export async function carryDecisions(engine: Engine): Promise<number> {
  const reviews = await reviewsToCheck(engine.pool);
  for (const review of reviews) {
    await carryTo(engine, review);
    await markCarryChecked(engine.pool, review.id);
  }
  return reviews.length;
}

async function carryTo(engine: Engine, review: ReviewRow): Promise<void> {
  const { blocking } = await blockingOf(engine.pool, review.runId);
  const decision = blocking === null ? null : await decisionInForce(engine.pool, review.projectId, blocking);
  if (decision === null || decision.fromRunId === review.runId) return;
  const id = derivedId(`decision ${decision.id} carried to ${review.id}`);
  if (!(await recordUse(engine.pool, { decisionId: decision.id, runId: review.runId, reviewId: review.id }))) return;
  try {
    await propose(engine.pool, {
      id,
      reviewId: review.id,
      by: decision.by,
      decision: decision.decision,
      reason: reasonOf(decision),
      carry: null,
      carriedFrom: decision.fromReview,
    });
    await sendVerdict(engine, review, id, review.openedSeq);
  } catch (error) {
    // Somebody was faster, or the run does not take it: the discussion says so, and people decide.
    if (!(error instanceof DomainError)) throw error;
  }
}

function reasonOf({ reason, fromReview, fromRun }: CarriedDecision): string {
  return `carried from review ${fromReview} (run #${fromRun}), stuck on the same tests: ${reason}`.slice(0, 400);
}
