import type { Pool } from 'pg';

/** Keeps a browser's session under the hash of its cookie. */
export async function insertWebSession(pool: Pool, hash: string, actor: string, days: number): Promise<void> {
  await pool.query(`INSERT INTO web_session (hash, actor, expires_at) VALUES ($1, $2, now() + $3 * interval '1 day')`, [
    hash,
    actor,
    days,
  ]);
}

/** Who a cookie belongs to; null for one that is unknown or has expired. */
export async function webSessionActor(pool: Pool, hash: string): Promise<string | null> {
  const { rows } = await pool.query({
    name: 'web-session',
    text: 'SELECT actor FROM web_session WHERE hash = $1 AND expires_at > now()',
    values: [hash],
  });
  return (rows[0] as { actor: string } | undefined)?.actor ?? null;
}
