import type { Pool } from 'pg';

/** Those of these leases that are over. */
export async function endedAmong(pool: Pool, leases: readonly string[]): Promise<string[]> {
  if (leases.length === 0) return [];
  const { rows } = await pool.query<{ id: string }>(
    'SELECT id FROM lease WHERE id = ANY($1) AND (ended_at IS NOT NULL OR expires_at <= clock_timestamp())',
    [leases],
  );
  return rows.map(({ id }) => id);
}
