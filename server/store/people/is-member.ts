import type { Pool } from 'pg';

/** Whether somebody is a member now, and not a removed one. */
export async function isMember(pool: Pool, personId: string): Promise<boolean> {
  const { rowCount } = await pool.query('SELECT 1 FROM person WHERE id = $1 AND removed_at IS NULL', [personId]);
  return rowCount === 1;
}
