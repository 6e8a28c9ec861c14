import type { Pool } from 'pg';
import type { Json } from '#lib/engine/json.ts';

export interface PendingEvent {
  readonly key: string;
  readonly type: string;
  readonly payload: { readonly [field: string]: Json };
  readonly actor: string;
}

/** Runs with events that wait; normally each step looks for them itself, unless its process died at that moment. */
export async function runsWithPendingEvents(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ runId: string }>(
    `SELECT DISTINCT run_id AS "runId" FROM event WHERE fate = 'pending'`,
  );
  return rows.map(({ runId }) => runId);
}

/** Events that wait for a state that takes them, oldest first. */
export async function pendingEvents(pool: Pool, runId: string): Promise<PendingEvent[]> {
  const { rows } = await pool.query({
    name: 'pending-events',
    text: `SELECT key, type, payload, actor FROM event WHERE run_id = $1 AND fate = 'pending' ORDER BY id`,
    values: [runId],
  });
  return rows as PendingEvent[];
}
