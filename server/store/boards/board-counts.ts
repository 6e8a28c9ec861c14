import type { Pool } from 'pg';

export interface BoardCounts {
  /** Without retired ones. */
  readonly total: number;
  readonly inUse: number;
  /** Neither in use nor out of reach or service. */
  readonly free: number;
  /** Out of reach, or in a health in which nobody is given them. */
  readonly outOfService: number;
  readonly waiting: number;
}

/** How many boards there are at these sites (null is all), and how many of them somebody can have. */
export async function boardCounts(pool: Pool, sites: readonly string[] | null): Promise<BoardCounts> {
  const { rows } = await pool.query<BoardCounts>(
    `WITH seen AS (
       SELECT b.offline_since IS NULL AND b.health IN ('good', 'unknown') AS usable, EXISTS (
         SELECT 1 FROM reservation_board w JOIN reservation r ON r.id = w.reservation_id
         WHERE w.board_id = b.id AND w.released_at IS NULL AND r.status = 'held' AND w.ends_at > clock_timestamp()) AS used
       FROM board b WHERE b.health <> 'retired' AND ($1::text[] IS NULL OR b.site = ANY($1))
     )
     SELECT count(*)::int AS total, (count(*) FILTER (WHERE used))::int AS "inUse", (count(*) FILTER (WHERE usable AND NOT used))::int AS free,
       (count(*) FILTER (WHERE NOT usable))::int AS "outOfService",
       (SELECT count(*)::int FROM reservation r WHERE r.status = 'queued' AND ($1::text[] IS NULL OR r.sites && $1)) AS waiting
     FROM seen`,
    [sites],
  );
  return rows[0] ?? { total: 0, inUse: 0, free: 0, outOfService: 0, waiting: 0 };
}
