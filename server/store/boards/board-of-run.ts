import type { Pool } from 'pg';
import type { Board } from '#lib/boards/board.ts';
import { boardColumns, boardOf } from './board-row.ts';

/** A board with the lease that it is held under. */
export interface HeldBoard extends Board {
  readonly leaseId: string;
}

/** The board that a run holds; null while it holds none. */
export async function boardOfRun(pool: Pool, runId: string): Promise<HeldBoard | null> {
  const { rows } = await pool.query<{ leaseId: string }>({
    name: 'board-of-run',
    text: `SELECT ${boardColumns}, l.id AS "leaseId"
     FROM reservation r JOIN reservation_board w ON w.reservation_id = r.id AND w.released_at IS NULL
     JOIN board b ON b.id = w.board_id JOIN lease l ON l.reservation_id = r.id AND l.ended_at IS NULL
     WHERE r.run_id = $1 AND r.status = 'held' AND l.expires_at > clock_timestamp() ORDER BY w.want LIMIT 1`,
    values: [runId],
  });
  const [found] = rows;
  return found === undefined ? null : { ...boardOf(found), leaseId: found.leaseId };
}
