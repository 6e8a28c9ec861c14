import type { Pool } from 'pg';
import type { Json } from '#lib/engine/json.ts';

/** What a run has filed under a kind and key; null when there is nothing. */
export async function recordOf(pool: Pool, runId: string, kind: string, key: string): Promise<Json> {
  const { rows } = await pool.query({
    name: 'record-of-run',
    text: 'SELECT data FROM record WHERE run_id = $1 AND kind = $2 AND key = $3',
    values: [runId, kind, key],
  });
  return (rows[0] as { data: Json } | undefined)?.data ?? null;
}

/** What people have told a run, oldest first: notes, and the hints that came with verdicts of reviews. */
export async function messagesTo(pool: Pool, runId: string): Promise<string[]> {
  const { rows } = await pool.query({
    name: 'messages-to-run',
    text: `SELECT coalesce(data ->> 'text', data ->> 'hint') AS text FROM record
     WHERE run_id = $1 AND kind IN ('message', 'verdict') AND coalesce(data ->> 'text', data ->> 'hint') IS NOT NULL
     ORDER BY length(key), key`,
    values: [runId],
  });
  return (rows as { text: string }[]).map(({ text }) => text);
}
