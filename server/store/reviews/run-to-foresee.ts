import type { Pool } from 'pg';
import type { Envelope } from '#lib/engine/envelope.ts';
import type { LiveTimer } from '#lib/review/default-decision.ts';
import { millis } from './review-row.ts';

/** A run with all that is needed to say what an event would do to it. */
export interface ForeseeableRun {
  readonly machine: string;
  readonly machineVersion: number;
  readonly seq: number;
  readonly state: string;
  readonly status: string;
  readonly envelope: Envelope;
  readonly timers: readonly LiveTimer[];
  /** Since when it waits, epoch milliseconds. */
  readonly waitsSince: number | null;
  /** When it is next reminded of. */
  readonly remindAt: number | null;
}

export async function runToForesee(pool: Pool, runId: string): Promise<ForeseeableRun | null> {
  const { rows } = await pool.query(
    `SELECT run.machine, run.machine_version AS "machineVersion", run.seq, run.state, run.status, run.snapshot AS envelope,
       coalesce((SELECT jsonb_agg(jsonb_build_object('id', t.id, 'visit', t.visit, 'type', coalesce(t.payload->>'type', t.id), 'dueAt', ${millis('t.due_at')}))
         FROM timer t WHERE t.run_id = run.id AND t.kind = 'machine'), '[]') AS timers,
       ${millis('w.since')} AS "waitsSince", ${millis('coalesce(v.remind_at, w.remind_at)')} AS "remindAt"
     FROM run LEFT JOIN run_wait w ON w.run_id = run.id LEFT JOIN review v ON v.run_id = run.id AND v.closed_at IS NULL
     WHERE run.id = $1`,
    [runId],
  );
  return (rows[0] as ForeseeableRun | undefined) ?? null;
}
