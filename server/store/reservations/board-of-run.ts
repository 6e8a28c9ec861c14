import type { Pool } from 'pg';
import type { Board } from '#lib/boards/board.ts';
import { boardColumns, boardOf } from '../boards/board-row.ts';

/** The board that a run holds, and the lease that it works under. */
export interface HeldBoard {
  readonly lease: string;
  readonly board: Board;
}

/** The board that a run holds now; null while it holds none that is good. */
export async function boardOfRun(pool: Pool, runId: string): Promise<HeldBoard | null> {
  const { rows } = await pool.query<{ lease: string }>({
    name: 'board-of-run',
    text: `SELECT l.id AS lease, ${boardColumns} FROM reservation r JOIN lease l ON l.reservation_id = r.id AND l.ended_at IS NULL
     JOIN reservation_board w ON w.reservation_id = r.id AND w.released_at IS NULL JOIN board b ON b.id = w.board_id
     WHERE r.run_id = $1 AND r.status = 'held' AND l.expires_at > clock_timestamp() ORDER BY w.want LIMIT 1`,
    values: [runId],
  });
  const [row] = rows;
  if (row === undefined) return null;
  const { lease, ...board } = row;
  return { lease, board: boardOf(board) };
}
