import type { Pool } from 'pg';
import { DomainError } from '#lib/errors.ts';
import { addEntry } from './entries.ts';
import { inReview } from './in-review.ts';
import { noticeAbout } from './notice-about.ts';

/** Makes a review a person's to decide; they are told. Doing it again changes nothing. */
export async function assignReview(
  pool: Pool,
  reviewId: string,
  { person, by }: { person: string; by: string },
): Promise<void> {
  await inReview(pool, reviewId, { closed: 'refused' }, async (client, review) => {
    const { rowCount } = await client.query(
      'INSERT INTO review_assignee (review_id, person, assigned_by) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [reviewId, person, by],
    );
    if (rowCount === 0) return;
    await addEntry(client, { reviewId, kind: 'assigned', by, data: { person } });
    await noticeAbout(client, review, { kind: 'review.assigned', person, actor: by });
  });
}

/** Takes a review from a person. */
export async function unassignReview(
  pool: Pool,
  reviewId: string,
  { person, by }: { person: string; by: string },
): Promise<void> {
  await inReview(pool, reviewId, { closed: 'refused' }, async (client) => {
    const { rowCount } = await client.query('DELETE FROM review_assignee WHERE review_id = $1 AND person = $2', [
      reviewId,
      person,
    ]);
    if (rowCount === 1) await addEntry(client, { reviewId, kind: 'unassigned', by, data: { person } });
  });
}

/** Gives a review from one person to another with a word on where things stand. */
export async function handOverReview(
  pool: Pool,
  reviewId: string,
  { to, by, note }: { to: string; by: string; note: string },
): Promise<void> {
  if (to === by) throw new DomainError('BAD_INPUT', 'A review is handed over to somebody else.');
  await inReview(pool, reviewId, { closed: 'refused' }, async (client, review) => {
    await client.query('DELETE FROM review_assignee WHERE review_id = $1 AND person = $2', [reviewId, by]);
    await client.query(
      'INSERT INTO review_assignee (review_id, person, assigned_by) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [reviewId, to, by],
    );
    await addEntry(client, { reviewId, kind: 'handed-over', by, text: note, data: { person: to } });
    await noticeAbout(client, review, {
      kind: 'review.assigned',
      person: to,
      actor: by,
      data: { note: note.slice(0, 400) },
    });
  });
}
