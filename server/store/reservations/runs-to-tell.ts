import type { Pool } from 'pg';

/** A run that stands in its queue while its reservation says otherwise. */
export interface RunToTell {
  readonly runId: string;
  readonly reservationId: string;
  /** The board that it has now; null when the reservation is over. */
  readonly board: string | null;
  readonly because: string;
}

/** Runs that wait for a board and have one by now, or wait in vain. */
export async function runsToTell(pool: Pool): Promise<RunToTell[]> {
  const { rows } = await pool.query<RunToTell>({
    name: 'runs-to-tell-of-boards',
    text: `SELECT u.id AS "runId", r.id AS "reservationId", coalesce(r.ended_because, '') AS because,
       CASE WHEN r.status = 'held' THEN (SELECT b.name FROM reservation_board w JOIN board b ON b.id = w.board_id
         WHERE w.reservation_id = r.id AND w.released_at IS NULL ORDER BY w.want LIMIT 1) END AS board
     FROM run u JOIN reservation r ON r.run_id = u.id AND r.id::text = u.snapshot #>> '{context,reservation}'
     WHERE u.status = 'waiting' AND u.state LIKE '%RESOURCE_ALLOC.QUEUED' AND r.status IN ('held', 'ended')`,
  });
  return rows;
}
