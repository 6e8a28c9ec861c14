import { DomainError } from '#lib/errors.ts';
import { readDecision } from '#lib/review/decision.ts';
import { decisionEvent } from '#lib/review/decision-event.ts';
import type { Engine } from '#server/engine/engine.ts';
import { send } from '#server/engine/send.ts';
import { proposalsOf, refuseProposal } from '#server/store/reviews/proposals.ts';
import type { ReviewRow } from '#server/store/reviews/review-row.ts';
import { runSeq } from '#server/store/run-seq.ts';
import { whatHappened } from './what-happened.ts';

/** How a verdict stands after somebody has spoken for it. */
export interface VerdictFate {
  /** `waiting`: more people must approve it before it moves the run. */
  readonly fate: 'applied' | 'waiting';
  readonly approvedBy: readonly string[];
  readonly needed: number;
}

/**
 * Sends a verdict to its run once enough people have approved it. `expectedSeq` is the event that the last of them saw: a
 * run that has moved on since takes nothing, and the error says what happened instead.
 */
export async function sendVerdict(
  engine: Engine,
  { id: reviewId, runId, approvals }: Pick<ReviewRow, 'id' | 'runId' | 'approvals'>,
  proposalId: string,
  expectedSeq: number,
): Promise<VerdictFate> {
  const { pool } = engine;
  const proposal = (await proposalsOf(pool, reviewId)).find(({ id }) => id === proposalId);
  const decision = readDecision(proposal?.decision);
  if (proposal === undefined || decision === null) throw new DomainError('NOT_FOUND', 'That verdict is not there.');
  const { approvedBy, by, reason, status } = proposal;
  if (status === 'applied') return { fate: 'applied', approvedBy, needed: approvals };
  if (status !== 'open') throw await refusal(`the verdict was ${status}`);
  if (approvedBy.length < approvals) return { fate: 'waiting', approvedBy, needed: approvals };
  const sent = await send(engine, runId, {
    ...decisionEvent(decision, { by, reason }),
    key: `verdict:${proposal.id}:${expectedSeq}`,
    actor: by,
    expectedSeq,
  });
  if (sent.fate === 'applied') return { fate: 'applied', approvedBy, needed: approvals };
  const why = sent.reason ?? 'the run does not take it now';
  if ((await runSeq(pool, runId)) === expectedSeq) await refuseProposal(pool, reviewId, proposal.id, why);
  throw await refusal(why);

  async function refusal(why: string): Promise<DomainError> {
    if ((await runSeq(pool, runId)) === expectedSeq) return new DomainError('REFUSED', `Nothing was changed: ${why}.`);
    const { sentence, next } = await whatHappened(pool, runId, expectedSeq);
    return new DomainError('REFUSED', sentence, { next });
  }
}
