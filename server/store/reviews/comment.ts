import type { Pool } from 'pg';
import { mentionsIn } from '#lib/review/mentions.ts';
import { addEntry } from './entries.ts';
import { inReview } from './in-review.ts';
import { noticeAbout } from './notice-about.ts';
import { peopleOfReview } from './people.ts';

/** Adds a comment; whoever it names with `@` is told. A decided review may still be talked about. */
export async function commentOnReview(
  pool: Pool,
  reviewId: string,
  { by, text }: { by: string; text: string },
): Promise<void> {
  const mentions = mentionsIn(text, await peopleOfReview(pool, reviewId));
  await inReview(pool, reviewId, { closed: 'allowed' }, async (client, review) => {
    await addEntry(client, { reviewId, kind: 'comment', by, text, data: { mentions } });
    for (const person of mentions) {
      await noticeAbout(client, review, {
        kind: 'review.mentioned',
        person,
        actor: by,
        data: { text: text.slice(0, 400) },
      });
    }
  });
}
