import type { Pool } from 'pg';

const longest = 200;

/** The last line that an activity's commands have printed, without what is no text; null when they printed none. */
export async function lastPrinted(pool: Pool, activityId: string): Promise<string | null> {
  const { rows } = await pool.query(
    `SELECT data FROM log_chunk WHERE activity_id = $1 AND stream <> 'firmloop' ORDER BY n DESC LIMIT 1`,
    [activityId],
  );
  const data = (rows[0] as { data: Buffer } | undefined)?.data;
  const lines = data?.toString('utf8').split('\n') ?? [];
  const line = lines.map((text) => text.replace(/\p{Cc}/gu, ' ').trim()).findLast((text) => text !== '');
  return line?.slice(0, longest) ?? null;
}
