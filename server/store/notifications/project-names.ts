import type { Pool } from 'pg';

/** Every project, to choose one from. */
export async function projectNames(pool: Pool): Promise<{ id: string; name: string }[]> {
  const { rows } = await pool.query('SELECT id, name FROM project ORDER BY lower(name) LIMIT 1000');
  return rows as { id: string; name: string }[];
}
