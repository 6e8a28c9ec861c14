import type { Pool } from 'pg';

/**
 * Writes notices for people whose leases end within so many milliseconds, each end once; a lease of less than twice as much has
 * an end that its holder knows. Of two who do this at once one tells.
 */
export async function tellOfEndingLeases(pool: Pool, withinMs: number): Promise<void> {
  await pool.query({
    name: 'tell-of-ending-leases',
    text: `WITH ending AS (
         UPDATE lease l SET end_told = l.expires_at FROM reservation r
         WHERE r.id = l.reservation_id AND r.run_id IS NULL AND l.ended_at IS NULL AND l.end_told IS DISTINCT FROM l.expires_at
           AND l.expires_at > clock_timestamp() AND l.expires_at <= clock_timestamp() + $1 * interval '1 ms'
           AND l.expires_at > l.granted_at + 2 * $1 * interval '1 ms'
         RETURNING r.holder, told_of_reservation(r) AS told
       )
       INSERT INTO notice (kind, person, data) SELECT 'board.ending', holder, told FROM ending`,
    values: [withinMs],
  });
}
