import type { Pool } from 'pg';

/** Infrastructure failures of a board since it last worked, or was last found or called good. */
export async function failuresInARow(pool: Pool, boardId: string): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM board_event WHERE board_id = $1 AND kind = 'infrastructure-failure' AND id > coalesce((
       SELECT max(id) FROM board_event WHERE board_id = $1 AND (kind = 'worked' OR kind = 'health' AND data->>'to' = 'good')), 0)`,
    [boardId],
  );
  return rows[0]?.n ?? 0;
}

/** How reliable a board was in the days before now. */
export interface BoardStatistics {
  readonly worked: number;
  readonly failed: number;
  readonly flashed: number;
  readonly flashFailed: number;
  readonly checksPassed: number;
  readonly checksFailed: number;
  /** Its failures by what was said of them, the most frequent first. */
  readonly reasons: readonly { readonly reason: string; readonly times: number }[];
}

export async function boardStatistics(pool: Pool, boardId: string, days: number): Promise<BoardStatistics> {
  const { rows } = await pool.query<BoardStatistics>(
    `WITH seen AS (
       SELECT kind, reason FROM board_event WHERE board_id = $1 AND at > clock_timestamp() - $2 * interval '1 day'
     ), checked AS (
       SELECT ok FROM board_order WHERE board_id = $1 AND kind = 'check' AND jsonb_array_length(steps) > 0
         AND ended_at > clock_timestamp() - $2 * interval '1 day'
     )
     SELECT count(*) FILTER (WHERE kind = 'worked')::int AS worked,
       count(*) FILTER (WHERE kind = 'infrastructure-failure')::int AS failed,
       count(*) FILTER (WHERE kind = 'flashed')::int AS flashed,
       count(*) FILTER (WHERE kind = 'flash-failed')::int AS "flashFailed",
       (SELECT count(*)::int FROM checked WHERE ok) AS "checksPassed",
       (SELECT count(*)::int FROM checked WHERE NOT ok) AS "checksFailed",
       coalesce((SELECT jsonb_agg(jsonb_build_object('reason', reason, 'times', times) ORDER BY times DESC, reason) FROM (
         SELECT reason, count(*)::int AS times FROM seen WHERE kind = 'infrastructure-failure' GROUP BY reason ORDER BY times DESC LIMIT 5) r), '[]') AS reasons
     FROM seen`,
    [boardId, days],
  );
  const [found] = rows;
  if (found === undefined) throw new Error('an aggregate gives a row');
  return found;
}
