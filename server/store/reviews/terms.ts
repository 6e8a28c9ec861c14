import type { Pool } from 'pg';
import { DomainError } from '#lib/errors.ts';
import { addEntry } from './entries.ts';
import { inReview } from './in-review.ts';

/** Until when a review is to be answered; null: no time is agreed. The run's own limit is not moved by it. */
export async function setReviewDue(
  pool: Pool,
  reviewId: string,
  { dueAt, by }: { dueAt: Date | null; by: string },
): Promise<void> {
  await inReview(pool, reviewId, { closed: 'refused' }, async (client) => {
    await client.query('UPDATE review SET due_at = $2, overdue_told = false WHERE id = $1', [reviewId, dueAt]);
    await addEntry(client, { reviewId, kind: 'due', by, data: { dueAt: dueAt?.getTime() ?? null } });
  });
}

/** How many people must approve a verdict. Once somebody has proposed one, the number can only grow. */
export async function setReviewApprovals(
  pool: Pool,
  reviewId: string,
  { approvals, by }: { approvals: number; by: string },
): Promise<void> {
  await inReview(pool, reviewId, { closed: 'refused' }, async (client, review) => {
    const open = await client.query(`SELECT 1 FROM review_proposal WHERE review_id = $1 AND status = 'open'`, [
      reviewId,
    ]);
    if (approvals < review.approvals && open.rowCount !== 0)
      throw new DomainError(
        'REFUSED',
        `Review ${review.number} has a verdict that waits for ${review.approvals} approvals.`,
        {
          next: 'Withdraw it first, then ask for fewer.',
        },
      );
    await client.query('UPDATE review SET approvals = $2 WHERE id = $1', [reviewId, approvals]);
    await addEntry(client, { reviewId, kind: 'approvals', by, data: { approvals, before: review.approvals } });
  });
}
