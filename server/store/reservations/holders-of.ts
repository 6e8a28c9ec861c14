import type { Pool, PoolClient } from 'pg';
import type { Interval } from '#lib/reservation/interval.ts';
import { takenBy } from './taken-by.ts';

export interface Holding extends Interval {
  /** The board's name. */
  readonly board: string;
  readonly holder: string;
  readonly number: number;
}

/** Who has boards within a stretch of time, by the board's name and time. */
export async function holdersOf(
  database: Pool | PoolClient,
  boardIds: readonly string[],
  { from, to }: Interval,
): Promise<Holding[]> {
  const { rows } = await database.query<Holding>(
    `SELECT b.name AS board, r.holder, r.number, round(extract(epoch FROM w.starts_at) * 1000)::float8 AS "from",
       round(extract(epoch FROM w.ends_at) * 1000)::float8 AS "to"
     FROM reservation_board w JOIN board b ON b.id = w.board_id JOIN reservation r ON r.id = w.reservation_id
     WHERE w.board_id = ANY($1)
       AND ${takenBy('w')}
         && tstzrange(to_timestamp($2 / 1000.0), to_timestamp($3 / 1000.0))
     ORDER BY b.name, w.starts_at LIMIT 100`,
    [boardIds, from, to],
  );
  return rows;
}
