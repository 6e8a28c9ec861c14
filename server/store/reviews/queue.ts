import type { Pool } from 'pg';
import { type ReviewRow, reviewColumns, reviewTables } from './review-row.ts';

export const queueViews = ['open', 'mine', 'unassigned', 'overdue', 'decided'] as const;
export type QueueView = (typeof queueViews)[number];

const conditions = {
  open: 'v.closed_at IS NULL',
  mine: 'v.closed_at IS NULL AND EXISTS (SELECT 1 FROM review_assignee a WHERE a.review_id = v.id AND a.person = $1)',
  unassigned: 'v.closed_at IS NULL AND NOT EXISTS (SELECT 1 FROM review_assignee a WHERE a.review_id = v.id)',
  overdue: 'v.closed_at IS NULL AND v.due_at < clock_timestamp()',
  decided: 'v.closed_at IS NOT NULL',
} as const satisfies Record<QueueView, string>;

/** Whose queue, and which projects they may see (null: all). */
export interface QueueReader {
  readonly person: string;
  readonly projects: readonly string[] | null;
}

const visible = '($2::uuid[] IS NULL OR v.project_id = ANY ($2))';

/** More rows than a person reads at once. */
const atMost = 200;

/** Reviews of one view: what is due first comes first, then what waits longest; decided ones with the newest first. */
export async function reviewQueue(
  pool: Pool,
  { person, projects }: QueueReader,
  view: QueueView,
): Promise<ReviewRow[]> {
  const order = view === 'decided' ? 'v.closed_at DESC' : 'v.due_at NULLS LAST, v.opened_at';
  const { rows } = await pool.query(
    `SELECT ${reviewColumns} FROM ${reviewTables} WHERE $1::text IS NOT NULL AND ${visible} AND ${conditions[view]} ORDER BY ${order} LIMIT ${atMost}`,
    [person, projects],
  );
  return rows as ReviewRow[];
}

export type QueueCounts = Readonly<Record<Exclude<QueueView, 'decided'>, number>>;

/** How many open reviews each view has. */
export async function queueCounts(pool: Pool, { person, projects }: QueueReader): Promise<QueueCounts> {
  const { rows } = await pool.query(
    `SELECT count(*)::int AS open, (count(*) FILTER (WHERE ${conditions.mine}))::int AS mine,
       (count(*) FILTER (WHERE ${conditions.unassigned}))::int AS unassigned, (count(*) FILTER (WHERE ${conditions.overdue}))::int AS overdue
     FROM review v WHERE v.closed_at IS NULL AND ${visible}`,
    [person, projects],
  );
  return rows[0] as QueueCounts;
}
