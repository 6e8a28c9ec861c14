import type { Pool } from 'pg';

/** Chunks of a log, of at most 64 kB each, that are read from its beginning and from its end. */
const headChunks = 4;
const tailChunks = 12;

/** What an activity has printed: all of it, or of a long log the beginning and the end with a line between that says so. */
export async function logEnds(pool: Pool, activityId: string): Promise<string> {
  const { rows } = await pool.query(
    `WITH numbered AS (SELECT n, row_number() OVER (ORDER BY n) AS first, row_number() OVER (ORDER BY n DESC) AS last FROM log_chunk WHERE activity_id = $1)
     SELECT n, data FROM log_chunk JOIN numbered USING (n) WHERE activity_id = $1 AND (first <= $2 OR last <= $3) ORDER BY n`,
    [activityId, headChunks, tailChunks],
  );
  let text = '';
  let before: number | null = null;
  for (const { n, data } of rows as { n: number; data: Buffer }[]) {
    if (before !== null && n !== before + 1) text += `\n… ${n - before - 1} parts of the log left out …\n`;
    text += data.toString('utf8');
    before = n;
  }
  return text;
}
