import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Json } from '#lib/engine/json.ts';
import { jsonb } from './jsonb.ts';

/**
 * Takes a cancelled activity off the books, with what it still brought (`stale`). Answers the status of its run, or null
 * when the activity was not being cancelled.
 */
export async function activityGone(
  pool: Pool,
  activityId: string,
  status: 'cancelled' | 'stale',
  output: Json,
): Promise<string | null> {
  const { rows } = await pool.query({
    name: 'activity-gone',
    text: 'SELECT activity_gone($1, $2, $3::jsonb, NULL) AS status',
    values: [activityId, status, jsonb(output)],
  });
  return (rows[0] as { status: string | null }).status;
}

/** Makes the next attempt of an idempotent activity; false when this attempt had been cancelled or taken over. */
export async function retryActivity(
  pool: Pool,
  activityId: string,
  ended: { readonly status: 'failed' | 'lost'; readonly delayMs: number; readonly error: Json },
): Promise<boolean> {
  const { rows } = await pool.query({
    name: 'retry-activity',
    text: 'SELECT retry_activity($1, $2, $3, $4, $5::jsonb) AS retried',
    values: [activityId, randomUUID(), ended.status, ended.delayMs, jsonb(ended.error)],
  });
  return (rows[0] as { retried: boolean }).retried;
}
