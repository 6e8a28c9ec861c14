import type { Pool } from 'pg';

/** How many connections to this database go by a name. */
export async function connectionsNamed(pool: Pool, name: string): Promise<number> {
  const { rows } = await pool.query(
    `SELECT count(*)::int AS connections FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database()`,
    [name],
  );
  return (rows[0] as { connections: number }).connections;
}
