import type { Pool } from 'pg';
import type { ReportRow } from '#lib/report/report.ts';
import type { Asked, BehindRow, Page, RowKey } from './asked.ts';

/**
 * Boards in reach and what happened to them: the time of the days asked about that has passed since each is known, holds that
 * began, and stretches of health. A hold is a window of a reservation that had a lease; its wait ends when its first lease begins.
 */
const facts = `WITH span AS (SELECT day_begins($1::date) AS begins, least(day_begins($2::date + 1), now()) AS ends),
  there AS (
    SELECT b.id, b.name, b.type, b.site, b.health, greatest(b.created_at, s.begins) AS begins, s.ends
    FROM board b CROSS JOIN span s
    WHERE ($3::text[] IS NULL OR b.site = ANY($3)) AND ($4::text IS NULL OR b.type = $4) AND b.created_at < s.ends),
  hold AS (
    SELECT t.name AS board, w.id, v.number, v.holder, v.purpose, l.granted_at AS at,
      greatest(w.starts_at, l.granted_at) AS held_from, least(coalesce(w.released_at, w.ends_at), w.ends_at, coalesce(l.ended_at, now())) AS held_to,
      greatest(0, extract(epoch FROM l.granted_at - greatest(v.asked_at, v.starts_at)) * 1000) AS waited, t.begins, t.ends
    FROM there t JOIN reservation_board w ON w.board_id = t.id JOIN reservation v ON v.id = w.reservation_id
    CROSS JOIN LATERAL (SELECT min(granted_at) AS granted_at, CASE WHEN bool_and(ended_at IS NOT NULL) THEN max(ended_at) END AS ended_at
      FROM lease WHERE reservation_id = v.id) l
    WHERE l.granted_at IS NOT NULL AND w.starts_at < t.ends AND w.ends_at > t.begins),
  counted AS (
    SELECT h.*, greatest(0, extract(epoch FROM least(held_to, ends) - greatest(held_from, begins)) * 1000) AS ms,
      (h.at >= begins AND h.at < ends)::int AS began FROM hold h)`;

/** How long each board was there, held and in good health, and how long its holds were waited for; in milliseconds. */
export async function boardSums(pool: Pool, asked: Asked): Promise<ReportRow[]> {
  const { rows } = await pool.query(
    `${facts}, change AS (
       SELECT e.board_id, e.at, e.data->>'to' AS health, lead(e.at) OVER (PARTITION BY e.board_id ORDER BY e.id) AS until
       FROM board_event e JOIN there t ON t.id = e.board_id WHERE e.kind = 'health'),
     good AS (
       SELECT t.id, sum(greatest(0, extract(epoch FROM least(coalesce(c.until, t.ends), t.ends) - greatest(c.at, t.begins)) * 1000)) AS ms
       FROM there t JOIN change c ON c.board_id = t.id AND c.health = 'good' GROUP BY t.id)
     SELECT t.name AS board, t.type, t.site, (extract(epoch FROM t.ends - t.begins) * 1000)::float8 AS there, coalesce(g.ms, 0)::float8 AS good,
       coalesce(h.ms, 0)::float8 AS held, coalesce(h.holds, 0)::float8 AS holds, coalesce(h.waited, 0)::float8 AS waited
     FROM there t LEFT JOIN good g ON g.id = t.id
     LEFT JOIN (SELECT board, sum(ms) AS ms, sum(began) AS holds, sum(waited * began) AS waited FROM counted GROUP BY board) h ON h.board = t.name
     ORDER BY t.name`,
    boardValues(asked),
  );
  return rows as ReportRow[];
}

/** The holds behind a board's numbers. */
export async function boardsBehind(pool: Pool, asked: Asked, page: Page, key: RowKey): Promise<BehindRow[]> {
  const { rows } = await pool.query(
    `${facts} SELECT c.at, concat_ws(' ', c.board || ': reservation', c.number, 'of', c.holder, nullif(c.purpose, '')) AS what,
       c.board, jsonb_build_object('held', c.ms, 'holds', c.began) AS amounts
     FROM counted c WHERE ($5::text IS NULL OR c.board = $5) AND (c.ms > 0 OR c.began > 0) ORDER BY c.at DESC, c.id LIMIT $6 OFFSET $7`,
    [...boardValues(asked), key.board ?? null, page.limit, page.offset],
  );
  return (rows as (Omit<BehindRow, 'href'> & { board: string })[]).map(({ board, ...row }) => ({
    ...row,
    href: `/boards/${encodeURIComponent(board)}`,
  }));
}

function boardValues({ span, reach, boardType }: Asked): unknown[] {
  return [span.from, span.to, reach.sites, boardType ?? null];
}
