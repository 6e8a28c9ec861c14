import type { Pool } from 'pg';
import type { Json } from '#lib/engine/json.ts';
import { jsonb } from './jsonb.ts';

export interface FiledEvent {
  readonly key: string;
  readonly type: string;
  readonly payload: Json;
  readonly actor: string;
  readonly fate: 'pending' | 'refused' | 'stale';
  readonly reason: string | null;
}

export interface Fate {
  readonly fate: 'pending' | 'applied' | 'refused' | 'stale';
  readonly reason: string | null;
  readonly seq: number | null;
}

/**
 * Keeps an event that moved nothing; a fate that was decided before comes back unchanged. Null for a pending one when the
 * run has moved on from `seq`: it has to be offered again.
 */
export async function fileEvent(pool: Pool, runId: string, seq: number, event: FiledEvent): Promise<Fate | null> {
  const { rows } = await pool.query({
    name: 'file-event',
    text: 'SELECT file_event($1, $2, $3::jsonb) AS fate',
    values: [runId, seq, jsonb({ ...event })],
  });
  return (rows[0] as { fate: Fate | null }).fate;
}
