'use client';

import { useMemo } from 'react';
import type { Proposal, VerdictGiven } from '#components/review/types.ts';
import { useTRPCClient } from '../../../_lib/trpc.ts';

type Refusal = Promise<string | undefined>;

/** What can be done in a review. Each settles with the reason of a refusal, or with nothing, and the page is read again. */
export function useReviewActs(review: number, seq: number, reread: () => Promise<unknown>) {
  const client = useTRPCClient();
  return useMemo(() => {
    const { reviews } = client;
    const done = async (asked: Promise<unknown>): Refusal => {
      const refusal = await asked.then(() => undefined, reasonOf);
      await reread().catch(() => undefined);
      return refusal;
    };
    return {
      decide: ({ decision, reason, carry }: VerdictGiven): Refusal =>
        done(
          reviews.decide.mutate({ review, commandId: crypto.randomUUID(), decision, reason, carry, expectedSeq: seq }),
        ),
      approve: ({ id, digest }: Proposal): Refusal =>
        done(reviews.approve.mutate({ review, proposalId: id, digest, expectedSeq: seq })),
      withdraw: (): Refusal => done(reviews.withdraw.mutate({ review })),
      comment: (text: string): Refusal => done(reviews.comment.mutate({ review, text })),
      assign: (person: string): Refusal => done(reviews.assign.mutate({ review, person })),
      unassign: (person: string): Refusal => done(reviews.unassign.mutate({ review, person })),
      handOver: (to: string, note: string): Refusal => done(reviews.handOver.mutate({ review, to, note })),
      setDue: (dueAt: number | null): Refusal => done(reviews.setDue.mutate({ review, dueAt })),
      setApprovals: (approvals: number): Refusal => done(reviews.setApprovals.mutate({ review, approvals })),
      endCarried: (): Refusal => done(reviews.endCarried.mutate({ review })),
    };
  }, [client, review, seq, reread]);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
