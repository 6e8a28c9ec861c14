import type { Pool } from 'pg';
import { type Hint, tell } from './tell.ts';

export interface NewLogChunk {
  readonly activityId: string;
  readonly runId: string;
  readonly n: number;
  readonly stream: string;
  readonly byteOffset: number;
  readonly data: Buffer;
}

/** Appends chunks of logs and tells whoever watches their runs. */
export async function insertLogChunks(pool: Pool, chunks: readonly NewLogChunk[]): Promise<void> {
  if (chunks.length === 0) return;
  await pool.query({ name: 'insert-log-chunks', text: insertChunks, values: chunkValues(chunks) });
  tell(pool, hintsOf(chunks));
}

/** What tells whoever watches the runs of these chunks. */
export function hintsOf(chunks: readonly NewLogChunk[]): Hint[] {
  return [...new Set(chunks.map(({ runId }) => runId))].map((runId) => ['firmloop_log', runId]);
}

/** Appends chunks, given as `chunkValues`. One that is there already is the same. */
export const insertChunks = `
  INSERT INTO log_chunk (activity_id, run_id, n, stream, byte_offset, data)
  SELECT c.activity_id, c.run_id, c.n, c.stream, c.byte_offset, substring($8::bytea FROM c.start FOR c.length) FROM
    unnest($1::uuid[], $2::uuid[], $3::int[], $4::text[], $5::bigint[], $6::int[], $7::int[])
      AS c(activity_id, run_id, n, stream, byte_offset, start, length)
  ON CONFLICT DO NOTHING`;

/** Their bytes go as one parameter: in an array each would be written out in hexadecimal, which is four times as much memory. */
export function chunkValues(chunks: readonly NewLogChunk[]): unknown[] {
  const lengths = chunks.map(({ data }) => data.length);
  return [
    chunks.map(({ activityId }) => activityId),
    chunks.map(({ runId }) => runId),
    chunks.map(({ n }) => n),
    chunks.map(({ stream }) => stream),
    chunks.map(({ byteOffset }) => byteOffset),
    lengths.map((_, at) => lengths.slice(0, at).reduce((sum, length) => sum + length, 1)),
    lengths,
    Buffer.concat(chunks.map(({ data }) => data)),
  ];
}

/** The log of one activity from a byte on, at most `limit` chunks, in order. */
export async function logOf(
  pool: Pool,
  activityId: string,
  from: { n: number; limit: number },
): Promise<{ n: number; stream: string; byteOffset: number; data: Buffer }[]> {
  const { rows } = await pool.query(
    `SELECT n, stream, byte_offset AS "byteOffset", data FROM log_chunk WHERE activity_id = $1 AND n >= $2 ORDER BY n LIMIT $3`,
    [activityId, from.n, from.limit],
  );
  return rows as { n: number; stream: string; byteOffset: number; data: Buffer }[];
}
