import type { PoolClient } from 'pg';
import type { Json } from '#lib/engine/json.ts';
import { jsonb } from '../jsonb.ts';
import { storable } from '../storable.ts';
import type { HeldReview } from './in-review.ts';

/** Tells a person something about a review, in the transaction of what it tells; nobody is told what they did themselves. */
export async function noticeAbout(
  client: PoolClient,
  review: HeldReview,
  notice: {
    kind: 'review.assigned' | 'review.mentioned' | 'review.proposed';
    person: string | null;
    actor: string;
    data?: Json;
  },
): Promise<void> {
  if (notice.person === notice.actor) return;
  await client.query(
    `INSERT INTO notice (kind, run_id, project_id, review_id, person, actor, data) VALUES ($1, $2, $3, $4, $5, $6, $7::jsonb)`,
    [
      notice.kind,
      review.runId,
      review.projectId,
      review.id,
      notice.person,
      notice.actor,
      jsonb(storable(notice.data ?? {})),
    ],
  );
}
