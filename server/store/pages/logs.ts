import type { Pool } from 'pg';

/** No chunk is larger. */
const chunkBytes = 64 * 1024;

export interface ActivityLog {
  readonly activityId: string;
  readonly name: string;
  readonly iteration: number;
  readonly attempt: number;
  readonly status: string;
  readonly startedAt: number | null;
  readonly bytes: number;
}

/** Activities of a run that had written something until a time, or by now; in order. */
export async function activityLogs(pool: Pool, runId: string, until: Date | null = null): Promise<ActivityLog[]> {
  const { rows } = await pool.query(
    `SELECT a.id AS "activityId", a.name, a.iteration, a.attempt, a.status, round(extract(epoch FROM a.started_at) * 1000)::float8 AS "startedAt",
       (SELECT c.byte_offset + length(c.data) FROM log_chunk c WHERE c.activity_id = a.id AND c.at <= $2 ORDER BY c.n DESC LIMIT 1) AS bytes
     FROM activity a WHERE a.run_id = $1 AND EXISTS (SELECT 1 FROM log_chunk c WHERE c.activity_id = a.id AND c.at <= $2) ORDER BY a.created_at`,
    [runId, until ?? 'infinity'],
  );
  return rows as ActivityLog[];
}

export interface LogPiece {
  /** Bytes before this piece. */
  readonly skipped: number;
  readonly data: Buffer;
  /** The chunk to go on with. */
  readonly next: number;
  /** More is there already. */
  readonly more: boolean;
}

/** Of an activity's log the chunks from `next` on, or the end of what is there; about `bytes` at most. */
export async function logPiece(
  pool: Pool,
  { activityId, next, bytes }: { activityId: string; next?: number | undefined; bytes: number },
): Promise<LogPiece> {
  const limit = Math.ceil(bytes / chunkBytes);
  const { rows } = await pool.query(
    next === undefined
      ? `WITH whole AS (SELECT coalesce(max(byte_offset + length(data)), 0) AS size FROM log_chunk WHERE activity_id = $1)
         SELECT c.n, c.byte_offset AS "byteOffset", c.data FROM log_chunk c, whole
         WHERE c.activity_id = $1 AND c.byte_offset + length(c.data) > whole.size - $2 ORDER BY c.n`
      : `SELECT n, byte_offset AS "byteOffset", data FROM log_chunk WHERE activity_id = $1 AND n >= $3 ORDER BY n LIMIT $2`,
    next === undefined ? [activityId, bytes] : [activityId, limit, next],
  );
  const chunks = rows as { n: number; byteOffset: number; data: Buffer }[];
  const [first] = chunks;
  return {
    skipped: Number(first?.byteOffset ?? 0),
    data: Buffer.concat(chunks.map((chunk) => chunk.data)),
    next: (chunks.at(-1)?.n ?? (next ?? 0) - 1) + 1,
    more: next !== undefined && chunks.length === limit,
  };
}
