import type { Pool } from 'pg';

/** The number of a run; null when there is no run of this id. */
export async function runNumber(pool: Pool, id: string): Promise<number | null> {
  const { rows } = await pool.query<{ number: number }>('SELECT number FROM run WHERE id = $1', [id]);
  return rows[0]?.number ?? null;
}
