import type { Pool, PoolClient } from 'pg';

const isId = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** When and why the lease of this id ended; null for one that has not, and for what is no lease. */
export async function leaseEnd(
  database: Pool | PoolClient,
  lease: string,
): Promise<{ readonly at: number; readonly because: string } | null> {
  if (!isId.test(lease)) return null;
  const { rows } = await database.query<{ at: number; because: string }>(
    `SELECT round(extract(epoch FROM LEAST(coalesce(ended_at, expires_at), expires_at)) * 1000)::float8 AS at,
       coalesce(ended_because, 'its time was up') AS because
     FROM lease WHERE id = $1::uuid AND (ended_at IS NOT NULL OR expires_at <= clock_timestamp())`,
    [lease],
  );
  return rows[0] ?? null;
}
