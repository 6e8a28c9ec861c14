import type { Pool } from 'pg';

/**
 * Counts an attempt to sign in under this key and gives the number within the window. The row's time is the window's end, so
 * that whoever removes old counters leaves it alone until then.
 */
export async function countAttempt(pool: Pool, key: string, windowSeconds: number): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `INSERT INTO rate_limit (id, key, count, last_request)
     VALUES (gen_random_uuid(), $1, 1, (extract(epoch FROM now()) * 1000)::bigint + $2::bigint * 1000)
     ON CONFLICT (key) DO UPDATE SET
       count = CASE WHEN rate_limit.last_request < (extract(epoch FROM now()) * 1000)::bigint THEN 1 ELSE rate_limit.count + 1 END,
       last_request = CASE WHEN rate_limit.last_request < (extract(epoch FROM now()) * 1000)::bigint
         THEN EXCLUDED.last_request ELSE rate_limit.last_request END
     RETURNING count`,
    [key, windowSeconds],
  );
  return rows[0]?.count ?? 1;
}

/** Forgets the attempts under this key: the right password was given. */
export async function forgetAttempts(pool: Pool, key: string): Promise<void> {
  await pool.query('DELETE FROM rate_limit WHERE key = $1', [key]);
}
