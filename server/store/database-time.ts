import type { Pool } from 'pg';

/** The database's clock in whole epoch milliseconds: the only clock that runs, timers and runners go by. */
export async function databaseTime(pool: Pool): Promise<number> {
  const { rows } = await pool.query('SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now');
  return (rows[0] as { now: number }).now;
}
