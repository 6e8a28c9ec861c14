import type { Pool } from 'pg';

/** Every member by the name that the trace and the audit log give them. */
export async function peopleNames(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT DISTINCT actor_of(id) AS name FROM person WHERE removed_at IS NULL ORDER BY 1 LIMIT 500`,
  );
  return rows.map(({ name }) => name);
}
