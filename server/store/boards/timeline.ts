import type { Pool } from 'pg';
import { takenBy } from '../reservations/taken-by.ts';

/** One window on a board. Times are epoch milliseconds. */
export interface TimelineWindow {
  readonly boardId: string;
  readonly reservationId: string;
  readonly number: number;
  readonly holder: string;
  readonly runNumber: number | null;
  readonly purpose: string;
  readonly status: 'booked' | 'held' | 'ended';
  readonly from: number;
  /** When it ended, or is to end. */
  readonly to: number;
  readonly seriesId: string | null;
}

/**
 * Everything that boards were or are reserved for within a stretch of time, at these sites (null is all), by board and time.
 * `OFFSET 0` keeps the look-up of each reservation apart: joined, the planner would read all that there ever were.
 */
export async function timeline(
  pool: Pool,
  {
    from,
    to,
    sites,
    boardId = null,
  }: { from: number; to: number; sites: readonly string[] | null; boardId?: string | null },
): Promise<TimelineWindow[]> {
  const { rows } = await pool.query<TimelineWindow>({
    name: 'timeline',
    text: `SELECT w.board_id AS "boardId", r.id AS "reservationId", r.number, r.holder, r."runNumber", r.purpose, r.status,
         round(extract(epoch FROM w.starts_at) * 1000)::float8 AS "from",
         round(extract(epoch FROM LEAST(coalesce(w.released_at, w.ends_at), w.ends_at)) * 1000)::float8 AS "to", r.series_id AS "seriesId"
       FROM reservation_board w JOIN board b ON b.id = w.board_id
       CROSS JOIN LATERAL (SELECT r.id, r.number, r.holder, r.purpose, r.status, r.series_id, u.number AS "runNumber"
         FROM reservation r LEFT JOIN run u ON u.id = r.run_id WHERE r.id = w.reservation_id OFFSET 0) r
       WHERE ${takenBy('w')}
           && tstzrange(to_timestamp($1 / 1000.0), to_timestamp($2 / 1000.0))
         AND ($3::text[] IS NULL OR b.site = ANY($3)) AND ($4::uuid IS NULL OR w.board_id = $4)
       ORDER BY w.board_id, w.starts_at LIMIT 20000`,
    values: [from, to, sites, boardId],
  });
  return rows;
}
