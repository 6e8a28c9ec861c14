import type { Pool } from 'pg';
import type { Json } from '#lib/engine/json.ts';
import type { LoggedEvent } from '#lib/engine/replay.ts';

interface EventRow {
  readonly seq: number;
  readonly type: string;
  readonly payload: { readonly [field: string]: Json };
  readonly actor: string;
  readonly at: number;
}

/** The applied events of a run in order, those after `after` up to and with `upTo`. */
export async function eventLog(pool: Pool, runId: string, upTo: number, after = 0): Promise<LoggedEvent[]> {
  const { rows } = await pool.query(
    `SELECT seq, type, payload, actor, (extract(epoch FROM at) * 1000)::float8 AS at
     FROM event WHERE run_id = $1 AND seq > $3 AND seq <= $2 ORDER BY seq`,
    [runId, upTo, after],
  );
  return (rows as EventRow[]).map(({ seq, type, payload, actor, at }) => ({
    seq,
    event: { ...payload, type, at: Math.round(at) },
    actor,
  }));
}
