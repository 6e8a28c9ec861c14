import type { Pool } from 'pg';

export interface RunBoards {
  /** The run's number. */
  readonly number: number;
  /** The boards that it has had, the latest first, with the iteration that took each. */
  readonly boards: readonly { readonly board: string; readonly iteration: number }[];
}

/** Which boards a run has tested on: those that it was given at once, and those that came in the queue. */
export async function boardsOfRun(pool: Pool, runId: string): Promise<RunBoards> {
  const { rows } = await pool.query<RunBoards>({
    name: 'boards-of-run',
    text: `SELECT u.number, coalesce((
         SELECT jsonb_agg(jsonb_build_object('board', t.board, 'iteration', t.iteration) ORDER BY t.created_at DESC)
         FROM (SELECT a.created_at, a.iteration, coalesce(a.output->>'board', (SELECT b.name FROM reservation_board w JOIN board b ON b.id = w.board_id
             WHERE w.reservation_id::text = a.output->>'reservationId' ORDER BY w.starts_at DESC LIMIT 1)) AS board
           FROM activity a WHERE a.run_id = u.id AND a.name = 'allocate-environment' AND a.status = 'done') t
         WHERE t.board IS NOT NULL), '[]') AS boards
     FROM run u WHERE u.id = $1`,
    values: [runId],
  });
  return rows[0] ?? { number: 0, boards: [] };
}
