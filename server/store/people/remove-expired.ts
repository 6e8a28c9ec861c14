import type { Pool } from 'pg';

/** Counters of attempts that are older than this say nothing any more. */
const oldestCounter = `(extract(epoch FROM now() - interval '1 day') * 1000)::bigint`;

/** Removes sessions and sign-ins under way that have expired. Tokens and invitations stay: they are listed with their end. */
export async function removeExpired(pool: Pool): Promise<void> {
  await pool.query('DELETE FROM session WHERE expires_at <= now()');
  await pool.query('DELETE FROM verification WHERE expires_at <= now()');
  await pool.query(`DELETE FROM rate_limit WHERE last_request < ${oldestCounter}`);
}
