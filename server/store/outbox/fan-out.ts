import type { Pool } from 'pg';

/** Turns notices into deliveries by the rules; gives how many notices. */
export async function fanOutNotices(
  pool: Pool,
  { limit, maxAttempts }: { limit: number; maxAttempts: number },
): Promise<number> {
  const { rows } = await pool.query('SELECT fan_out_notices($1, $2) AS count', [limit, maxAttempts]);
  return (rows[0] as { count: number }).count;
}

/** Writes the reminders of reviews that are due; gives how many. */
export async function remindOfReviews(pool: Pool): Promise<number> {
  const { rows } = await pool.query('SELECT remind_of_reviews() AS count');
  return (rows[0] as { count: number }).count;
}
