import type { Pool, PoolClient } from 'pg';
import type { Json } from '#lib/engine/json.ts';
import { jsonb } from '../jsonb.ts';
import { storable } from '../storable.ts';
import { millis } from './review-row.ts';

/** One line of a review's discussion. */
export interface ReviewEntry {
  readonly id: number;
  readonly kind: string;
  readonly by: string;
  readonly text: string;
  readonly data: { readonly [field: string]: Json };
  /** Epoch milliseconds. */
  readonly at: number;
}

/** More than this is no discussion any more; the newest are kept. */
const atMost = 500;

/** The discussion, oldest first. */
export async function entriesOf(pool: Pool, reviewId: string): Promise<ReviewEntry[]> {
  const { rows } = await pool.query(
    `SELECT * FROM (SELECT id, kind, by, text, data, ${millis('at')} AS at FROM review_entry WHERE review_id = $1
       ORDER BY id DESC LIMIT ${atMost}) e ORDER BY id`,
    [reviewId],
  );
  return rows as ReviewEntry[];
}

/** Adds a line to the discussion, in the transaction of what it says. */
export async function addEntry(
  client: PoolClient,
  entry: { reviewId: string; kind: string; by: string; text?: string; data?: Json },
): Promise<void> {
  await client.query('INSERT INTO review_entry (review_id, kind, by, text, data) VALUES ($1, $2, $3, $4, $5::jsonb)', [
    entry.reviewId,
    entry.kind,
    entry.by,
    storable(entry.text ?? ''),
    jsonb(storable(entry.data ?? {})),
  ]);
}
