import type { Pool } from 'pg';
import type { ChannelKind } from '#lib/notify/channel.ts';
import type { Notice } from '#lib/notify/notice.ts';
import { type NoticeRow, noticeColumns, noticeOf, noticeTables } from './notice-columns.ts';

/** A delivery that this process has to send now. */
export interface ClaimedDelivery {
  readonly id: string;
  /** Number of this attempt, from 1. */
  readonly attempt: number;
  readonly notice: Notice;
  /** Null when the channel was removed in the meantime. */
  readonly channel: { readonly id: string; readonly kind: ChannelKind; readonly sealed: string | null } | null;
}

/** Takes deliveries that are due; nobody else gets them before the lease is over. */
export async function claimDeliveries(
  pool: Pool,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<ClaimedDelivery[]> {
  const { rows } = await pool.query(
    `WITH d AS MATERIALIZED (SELECT * FROM claim_deliveries($1, $2))
     SELECT d.id AS delivery, d.attempts AS attempt, c.id AS "channelId", c.kind AS channel, c.sealed, ${noticeColumns}
     FROM d LEFT JOIN channel c ON c.id = d.channel_id, ${noticeTables} WHERE n.id = d.notice_id`,
    [limit, leaseMs],
  );
  return (rows as (NoticeRow & Claimed)[]).map(({ delivery, attempt, channel: kind, channelId, sealed, ...row }) => ({
    id: delivery,
    attempt,
    notice: noticeOf(row),
    channel: kind === null || channelId === null ? null : { id: channelId, kind, sealed },
  }));
}

interface Claimed {
  readonly delivery: string;
  readonly attempt: number;
  readonly channel: ChannelKind | null;
  readonly channelId: string | null;
  readonly sealed: string | null;
}
