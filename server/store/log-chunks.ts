import type { Pool } from 'pg';
import { tell } from './tell.ts';

export interface NewLogChunk {
  readonly activityId: string;
  readonly runId: string;
  readonly n: number;
  readonly stream: string;
  readonly byteOffset: number;
  readonly data: Buffer;
}

/**
 * Appends chunks of an activity's log and tells whoever watches the run. Their bytes go as one parameter: in an array each
 * would be written out in hexadecimal, which is four times as much memory.
 */
export async function insertLogChunks(pool: Pool, chunks: readonly NewLogChunk[]): Promise<void> {
  const [first] = chunks;
  if (first === undefined) return;
  const lengths = chunks.map(({ data }) => data.length);
  await pool.query({
    name: 'insert-log-chunks',
    text: `INSERT INTO log_chunk (activity_id, run_id, n, stream, byte_offset, data)
           SELECT $1::uuid, $2::uuid, c.n, c.stream, c.byte_offset, substring($8::bytea FROM c.start FOR c.length) FROM
             unnest($3::int[], $4::text[], $5::bigint[], $6::int[], $7::int[]) AS c(n, stream, byte_offset, start, length)
           ON CONFLICT DO NOTHING`,
    values: [
      first.activityId,
      first.runId,
      chunks.map(({ n }) => n),
      chunks.map(({ stream }) => stream),
      chunks.map(({ byteOffset }) => byteOffset),
      lengths.map((_, at) => lengths.slice(0, at).reduce((sum, length) => sum + length, 1)),
      lengths,
      Buffer.concat(chunks.map(({ data }) => data)),
    ],
  });
  tell(pool, [['firmloop_log', first.runId]]);
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
