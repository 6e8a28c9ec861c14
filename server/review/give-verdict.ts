import type { Json } from '#lib/engine/json.ts';
import { DomainError } from '#lib/errors.ts';
import type { Decision } from '#lib/review/decision.ts';
import { derivedId } from '#server/engine/derived-id.ts';
import type { Engine } from '#server/engine/engine.ts';
import { refuseUnmovable } from '#server/engine/refuse-unmovable.ts';
import { approve, propose } from '#server/store/reviews/proposals.ts';
import { openReviewOf, type ReviewRow, reviewOfProposal } from '#server/store/reviews/review-row.ts';
import { runSeq } from '#server/store/run-seq.ts';
import { blockingOf } from './blocking-of.ts';
import { sendVerdict, type VerdictFate } from './send-verdict.ts';
import { whatHappened } from './what-happened.ts';

export interface GivenVerdict {
  readonly runId: string;
  readonly by: string;
  readonly decision: Decision;
  readonly reason: string;
  /** Chosen for this press of a button: a repeat is harmless. */
  readonly commandId: string;
  /** The event that the person decided on. */
  readonly expectedSeq: number;
  /** Whether it is to hold for later runs that get stuck on the same tests. */
  readonly carry?: boolean;
}

/** Gives a person's verdict on the open review of a run. It moves the run at once, or when enough people have approved it. */
export async function giveVerdict(engine: Engine, given: GivenVerdict): Promise<VerdictFate> {
  const { runId, by, decision, reason, commandId, expectedSeq } = given;
  const id = derivedId(`verdict on ${runId} by command ${commandId}`);
  const known = await reviewOfProposal(engine.pool, id);
  if (known !== null) return await sendVerdict(engine, known, id, expectedSeq);
  const review = await openAsSeen(engine, runId, expectedSeq);
  const carry = given.carry ? await carriedBy(engine, runId) : null;
  await inTime(engine, given, () =>
    propose(engine.pool, { id, reviewId: review.id, by, decision: { ...decision }, reason, carry }),
  );
  return await sendVerdict(engine, review, id, expectedSeq);
}

/** Speaks for what somebody else has proposed; the text that was read is named by its digest. */
export async function approveVerdict(
  engine: Engine,
  given: { runId: string; proposalId: string; digest: string; by: string; expectedSeq: number },
): Promise<VerdictFate> {
  const { runId, proposalId, digest, by: person, expectedSeq } = given;
  const review = await openAsSeen(engine, runId, expectedSeq);
  await inTime(engine, given, () => approve(engine.pool, { proposalId, reviewId: review.id, person, digest }));
  return await sendVerdict(engine, review, proposalId, expectedSeq);
}

/** The open review, if the run still stands where the person saw it. */
async function openAsSeen(engine: Engine, runId: string, expectedSeq: number): Promise<ReviewRow> {
  await refuseUnmovable(engine, runId);
  const [review, seq] = await Promise.all([openReviewOf(engine.pool, runId), runSeq(engine.pool, runId)]);
  if (review === null || seq !== expectedSeq) throw await tooLate(engine, runId, expectedSeq);
  return review;
}

async function carriedBy({ pool }: Engine, runId: string): Promise<Json> {
  const { blocking, tests } = await blockingOf(pool, runId);
  if (blocking === null)
    throw new DomainError(
      'REFUSED',
      'No test fails in the tree that the run keeps, so later runs cannot be recognised by it.',
      {
        next: 'Decide for this run alone.',
      },
    );
  return { blocking, tests: [...tests] };
}

/** Somebody else may decide between reading and writing: then that is what the person hears. */
async function inTime(
  engine: Engine,
  { runId, expectedSeq }: { runId: string; expectedSeq: number },
  write: () => Promise<void>,
): Promise<void> {
  try {
    await write();
  } catch (error) {
    const moved = error instanceof DomainError && (await runSeq(engine.pool, runId)) !== expectedSeq;
    throw moved ? await tooLate(engine, runId, expectedSeq) : error;
  }
}

async function tooLate({ pool }: Engine, runId: string, expectedSeq: number): Promise<DomainError> {
  const { sentence, next } = await whatHappened(pool, runId, expectedSeq);
  return new DomainError('REFUSED', sentence, { next });
}
