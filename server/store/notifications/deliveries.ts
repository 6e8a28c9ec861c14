import type { Pool } from 'pg';
import { DomainError } from '#lib/errors.ts';
import type { Notice } from '#lib/notify/notice.ts';
import { type NoticeRow, noticeColumns, noticeOf, noticeTables } from '../outbox/notice-columns.ts';
import { millis } from '../reviews/review-row.ts';

export type DeliveryStatus = 'queued' | 'sending' | 'sent' | 'failed' | 'unroutable';

export interface DeliveryAttempt {
  readonly n: number;
  readonly at: number;
  readonly ms: number | null;
  /** Null when its sender died: nobody knows whether it arrived. */
  readonly ok: boolean | null;
  readonly detail: string | null;
}

/** A line of the delivery log. Times in epoch milliseconds. */
export interface DeliveryRow {
  readonly id: string;
  readonly notice: Notice;
  readonly channel: string;
  readonly channelKind: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly dueAt: number;
  readonly createdAt: number;
  readonly error: string | null;
  readonly log: readonly DeliveryAttempt[];
}

/** The newest deliveries, each with its attempts. */
export async function deliveryLog(pool: Pool, { limit }: { limit: number }): Promise<DeliveryRow[]> {
  const { rows } = await pool.query(
    `SELECT d.id AS delivery, d.channel_name AS channel, d.channel_kind AS "channelKind", d.status, d.attempts, d.max_attempts AS "maxAttempts",
       ${millis('d.due_at')} AS "dueAt", ${millis('d.created_at')} AS "createdAt", d.error,
       coalesce((SELECT jsonb_agg(jsonb_build_object('n', a.n, 'at', ${millis('a.at')}, 'ms', a.ms, 'ok', a.ok, 'detail', a.detail) ORDER BY a.n)
         FROM delivery_attempt a WHERE a.delivery_id = d.id), '[]') AS log, ${noticeColumns}
     FROM delivery d, ${noticeTables} WHERE n.id = d.notice_id ORDER BY d.created_at DESC, d.id LIMIT $1`,
    [limit],
  );
  return (rows as (NoticeRow & Omit<DeliveryRow, 'id' | 'notice'> & { delivery: string })[]).map((row) => {
    const {
      delivery: id,
      channel,
      channelKind,
      status,
      attempts,
      maxAttempts,
      dueAt,
      createdAt,
      error,
      log,
      ...notice
    } = row;
    return {
      id,
      channel,
      channelKind,
      status,
      attempts,
      maxAttempts,
      dueAt,
      createdAt,
      error,
      log,
      notice: noticeOf(notice),
    };
  });
}

/** Grants a delivery that failed as many attempts as it had, beginning now. */
export async function retryDelivery(pool: Pool, id: string, moreAttempts: number): Promise<void> {
  const { rowCount } = await pool.query(
    `UPDATE delivery SET status = 'queued', max_attempts = attempts + $2, due_at = clock_timestamp(), error = NULL
     WHERE id = $1 AND status = 'failed' AND channel_id IS NOT NULL`,
    [id, moreAttempts],
  );
  if (rowCount === 0)
    throw new DomainError(
      'REFUSED',
      'Only a delivery that failed, through a channel that still exists, can be sent again.',
    );
}
