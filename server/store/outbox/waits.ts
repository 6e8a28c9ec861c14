import type { Pool } from 'pg';

/** A waiting run whose reminder is due. */
export interface DueWait {
  readonly runId: string;
  readonly machine: string;
  readonly state: string;
  /** How often it has been reminded of. */
  readonly reminded: number;
}

export async function dueWaits(pool: Pool): Promise<DueWait[]> {
  const { rows } = await pool.query(
    `SELECT w.run_id AS "runId", run.machine, w.state, w.reminded FROM run_wait w JOIN run ON run.id = w.run_id
     WHERE w.remind_at <= clock_timestamp() ORDER BY w.remind_at LIMIT 50`,
  );
  return rows as DueWait[];
}

/**
 * Sets when a wait is next reminded of, by its project's policy, and tells of it now if asked to. Of two who do this at once
 * one tells; a wait that is over is left alone.
 */
export async function remindOfWait(pool: Pool, { runId, state, reminded }: DueWait, tell: boolean): Promise<void> {
  await pool.query(
    `WITH mine AS (
       UPDATE run_wait w SET reminded = reminded + 1,
         remind_at = clock_timestamp() + (wait_policy_of((SELECT project_id FROM run WHERE id = w.run_id))).remind_every_minutes * interval '1 minute'
       WHERE run_id = $1 AND state = $2 AND reminded = $3 RETURNING run_id, state, since)
     INSERT INTO notice (kind, run_id, project_id, person, data)
     SELECT 'run.waiting', run.id, run.project_id, run.created_by,
       jsonb_build_object('machine', run.machine, 'state', mine.state, 'since', round(extract(epoch FROM mine.since) * 1000))
     FROM mine JOIN run ON run.id = mine.run_id WHERE $4`,
    [runId, state, reminded, tell],
  );
}
