import type { Pool } from 'pg';

export interface ActivityLog {
  readonly activityId: string;
  readonly name: string;
  readonly iteration: number;
  readonly attempt: number;
  readonly status: string;
  readonly startedAt: number | null;
  readonly bytes: number;
}

/** Activities of a run that wrote something, in order. */
export async function activityLogs(pool: Pool, runId: string): Promise<ActivityLog[]> {
  const { rows } = await pool.query(
    `SELECT a.id AS "activityId", a.name, a.iteration, a.attempt, a.status, round(extract(epoch FROM a.started_at) * 1000)::float8 AS "startedAt",
       (SELECT c.byte_offset + length(c.data) FROM log_chunk c WHERE c.activity_id = a.id ORDER BY c.n DESC LIMIT 1) AS bytes
     FROM activity a WHERE a.run_id = $1 AND EXISTS (SELECT 1 FROM log_chunk c WHERE c.activity_id = a.id) ORDER BY a.created_at`,
    [runId],
  );
  return rows as ActivityLog[];
}

/** The end of an activity's log: at most this many bytes, with how many were left out before. */
export async function logTail(
  pool: Pool,
  activityId: string,
  bytes: number,
): Promise<{ skipped: number; data: Buffer }> {
  const { rows } = await pool.query(
    `WITH whole AS (SELECT coalesce(max(byte_offset + length(data)), 0) AS size FROM log_chunk WHERE activity_id = $1)
     SELECT c.byte_offset AS "byteOffset", c.data FROM log_chunk c, whole
     WHERE c.activity_id = $1 AND c.byte_offset + length(c.data) > whole.size - $2 ORDER BY c.n`,
    [activityId, bytes],
  );
  const chunks = rows as { byteOffset: number; data: Buffer }[];
  return { skipped: chunks[0]?.byteOffset ?? 0, data: Buffer.concat(chunks.map((chunk) => chunk.data)) };
}
