import type { Pool } from 'pg';

/** Logs of a launch by their hashes, with the names that they came under. */
export async function launchLogs(
  pool: Pool,
  runId: string,
  hashes: readonly string[],
): Promise<{ readonly name: string; readonly hash: string }[]> {
  if (hashes.length === 0) return [];
  const { rows } = await pool.query(
    `SELECT h.hash, coalesce(min(u.name), 'a log of the launch') AS name FROM unnest($2::text[]) WITH ORDINALITY AS h(hash, nth)
     LEFT JOIN run_artifact u ON u.run_id = $1 AND u.iteration = 0 AND u.kind = 'log' AND u.hash = h.hash
     GROUP BY h.hash, h.nth ORDER BY h.nth`,
    [runId, hashes],
  );
  return rows as { name: string; hash: string }[];
}
