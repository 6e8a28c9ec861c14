import type { Pool } from 'pg';
import type { Notice } from '#lib/notify/notice.ts';
import { type NoticeRow, noticeColumns, noticeOf, noticeTables } from '../outbox/notice-columns.ts';

/** Whose inbox, and which projects they may see (null: all). */
export interface Reader {
  readonly person: string;
  readonly projects: readonly string[] | null;
}

export interface InboxRow {
  readonly notice: Notice;
  readonly read: boolean;
}

/** Older notices than this are history and count as seen. */
const recent = `n.created_at > clock_timestamp() - interval '30 days'`;
/** For this person or for everybody, of a project that they may see, and not what they did themselves. */
const mine = `(n.person IS NULL OR n.person = $1) AND n.actor IS DISTINCT FROM $1 AND n.kind <> 'channel.test'
  AND (n.project_id IS NULL OR $2::uuid[] IS NULL OR n.project_id = ANY ($2))`;
const isRead = 'EXISTS (SELECT 1 FROM notice_read r WHERE r.notice_id = n.id AND r.person = $1)';

/** What concerns a person, newest first; `before` is the id of the last one known. */
export async function inbox(
  pool: Pool,
  { person, projects }: Reader,
  { limit, before, unread }: { limit: number; before?: number | undefined; unread: boolean },
): Promise<InboxRow[]> {
  const { rows } = await pool.query(
    `SELECT ${isRead} AS read, ${noticeColumns} FROM ${noticeTables}
     WHERE ${mine} AND ${recent} AND ($4::bigint IS NULL OR n.id < $4) AND NOT ($5 AND ${isRead}) ORDER BY n.id DESC LIMIT $3`,
    [person, projects, limit, before ?? null, unread],
  );
  return (rows as (NoticeRow & { read: boolean })[]).map(({ read, ...row }) => ({ read, notice: noticeOf(row) }));
}

/** More than this is shown as "more than". */
export const mostUnread = 99;

/** How many a person has not seen, at most one more than `mostUnread`. */
export async function unreadCount(pool: Pool, { person, projects }: Reader): Promise<number> {
  const { rows } = await pool.query(
    `SELECT count(*)::int AS n FROM (SELECT 1 FROM notice n WHERE ${mine} AND ${recent} AND NOT ${isRead} LIMIT ${mostUnread + 1}) x`,
    [person, projects],
  );
  return (rows[0] as { n: number }).n;
}

/** Marks one notice as seen, or all up to one. */
export async function markRead(
  pool: Pool,
  { person, projects }: Reader,
  upTo: { id: number; all: boolean },
): Promise<void> {
  await pool.query(
    `INSERT INTO notice_read (notice_id, person) SELECT n.id, $1 FROM notice n
     WHERE ${mine} AND ${recent} AND CASE WHEN $4 THEN n.id <= $3 ELSE n.id = $3 END ON CONFLICT DO NOTHING`,
    [person, projects, upTo.id, upTo.all],
  );
}
