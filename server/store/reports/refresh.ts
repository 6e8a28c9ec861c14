import type { Pool } from 'pg';

/** Rolls up days that have changed, at most so many, the newest first; gives how many there were. */
export async function refreshReports(pool: Pool, most: number): Promise<number> {
  const { rows } = await pool.query('SELECT refresh_reports($1) AS days', [most]);
  return (rows[0] as { days: number }).days;
}
