import type { Pool, PoolClient } from 'pg';
import { DomainError } from '#lib/errors.ts';
import { inTransaction } from '../in-transaction.ts';

/** What a write needs of the review that it holds. */
export interface HeldReview {
  readonly id: string;
  readonly number: number;
  readonly runId: string;
  readonly projectId: string;
  readonly approvals: number;
  readonly dueAt: Date | null;
}

/**
 * Does something to a review in one transaction, while nobody else can. A closed review only takes what `closed` allows: its
 * discussion may go on.
 */
export async function inReview<T>(
  pool: Pool,
  reviewId: string,
  { closed }: { closed: 'refused' | 'allowed' },
  work: (client: PoolClient, review: HeldReview) => Promise<T>,
): Promise<T> {
  return await inTransaction(pool, async (client) => {
    const { rows } = await client.query(
      `SELECT id, number, run_id AS "runId", project_id AS "projectId", approvals, due_at AS "dueAt", closed_at AS "closedAt"
       FROM review WHERE id = $1 FOR UPDATE`,
      [reviewId],
    );
    const review = rows[0] as (HeldReview & { closedAt: Date | null }) | undefined;
    if (review === undefined) throw new DomainError('NOT_FOUND', `There is no review ${reviewId}.`);
    if (review.closedAt !== null && closed === 'refused')
      throw new DomainError('REFUSED', `Review ${review.number} has been decided.`, { next: 'Its page says how.' });
    return await work(client, review);
  });
}
