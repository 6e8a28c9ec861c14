import type { Pool } from 'pg';

/** The image that a board holds, as far as it was brought there by us. */
export interface BoardImage {
  readonly hash: string;
  readonly name: string;
}

/** Null for a board that nobody has flashed from here, or whose last flash failed. */
export async function imageOn(pool: Pool, boardId: string): Promise<BoardImage | null> {
  const { rows } = await pool.query<BoardImage>('SELECT hash, name FROM board_image WHERE board_id = $1', [boardId]);
  return rows[0] ?? null;
}

export interface Flashing {
  readonly boardId: string;
  readonly runId: string;
  readonly iteration: number;
  /** What was brought there; null when it did not arrive whole, so that nobody knows what is there. */
  readonly image: BoardImage | null;
  readonly reason: string;
}

/** Remembers what a board holds now, and in its history how it came there. */
export async function noteFlashed(pool: Pool, { boardId, runId, iteration, image, reason }: Flashing): Promise<void> {
  await pool.query(
    `WITH gone AS (DELETE FROM board_image WHERE board_id = $1 AND $2::text IS NULL),
       there AS (
         INSERT INTO board_image (board_id, hash, name, run_id) SELECT $1, $2, $3, $4 WHERE $2::text IS NOT NULL
         ON CONFLICT (board_id) DO UPDATE SET hash = EXCLUDED.hash, name = EXCLUDED.name, run_id = EXCLUDED.run_id, flashed_at = clock_timestamp()
       )
     INSERT INTO board_event (board_id, kind, actor, reason, data)
     SELECT $1, CASE WHEN $2::text IS NULL THEN 'flash-failed' ELSE 'flashed' END, 'run ' || number, $5,
       jsonb_build_object('run', $4::uuid, 'iteration', $6::int, 'image', $3::text, 'hash', $2::text) FROM run WHERE id = $4`,
    [boardId, image?.hash ?? null, image?.name ?? null, runId, reason, iteration],
  );
}

/** Remembers that a check has left its golden image on the board. */
export async function noteGolden(pool: Pool, boardId: string, { hash, name }: BoardImage): Promise<void> {
  await pool.query(
    `INSERT INTO board_image (board_id, hash, name) VALUES ($1, $2, $3)
     ON CONFLICT (board_id) DO UPDATE SET hash = EXCLUDED.hash, name = EXCLUDED.name, run_id = NULL, flashed_at = clock_timestamp()`,
    [boardId, hash, name],
  );
}
