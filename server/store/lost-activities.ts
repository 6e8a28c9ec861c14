import type { Pool } from 'pg';

export interface LostActivity {
  readonly id: string;
  readonly runId: string;
  readonly invokeId: string;
  readonly visit: number;
  readonly attempt: number;
  readonly name: string;
  readonly idempotent: boolean;
  readonly because: string;
}

export interface FoundActivity extends LostActivity {
  readonly status: 'running' | 'cancelling';
}

/** Ends a runner's row: from now on no result of it counts. A runner that has ended already stays as it is. */
export async function endRunner(pool: Pool, runnerId: string, status: 'gone' | 'lost', because: string): Promise<void> {
  await pool.query(
    `UPDATE runner SET status = $2, ended_at = clock_timestamp(), ended_because = $3
     WHERE id = $1 AND status IN ('live', 'stopping')`,
    [runnerId, status, because],
  );
}

/** What still counts as worked on by a runner that has ended: `running` is to be handed on, `cancelling` ended with it. */
export async function activitiesOfEndedRunners(pool: Pool): Promise<FoundActivity[]> {
  const { rows } = await pool.query<FoundActivity>({
    name: 'activities-of-ended-runners',
    text: `SELECT a.id, a.run_id AS "runId", a.invoke_id AS "invokeId", a.visit, a.attempt, a.name, a.idempotent, a.status,
             coalesce(n.ended_because, 'the runner ended') AS because
           FROM activity a JOIN runner n ON n.id = a.runner_id
           WHERE a.status IN ('running', 'cancelling') AND n.status IN ('gone', 'lost') ORDER BY a.created_at LIMIT 200`,
  });
  return rows;
}

/** What a runner works on (`running`) or is stopping (`cancelling`). */
export async function activitiesOfRunner(pool: Pool, runnerId: string): Promise<FoundActivity[]> {
  const { rows } = await pool.query<FoundActivity>({
    name: 'activities-of-runner',
    text: `SELECT id, run_id AS "runId", invoke_id AS "invokeId", visit, attempt, name, idempotent, status,
             'its end could not be reported' AS because
           FROM activity WHERE runner_id = $1 AND status IN ('running', 'cancelling')`,
    values: [runnerId],
  });
  return rows;
}

/** Stopping runs in which no process is left, though the run still waits for the word: what it believes in flight. */
export async function stoppingRunsWithNothingLeft(
  pool: Pool,
): Promise<{ runId: string; invokeId: string; visit: number }[]> {
  const { rows } = await pool.query(
    `SELECT r.id AS "runId", f.key AS "invokeId", (f.value->>'visit')::int AS visit
     FROM run r, LATERAL jsonb_each(r.snapshot->'inFlight') f
     WHERE r.status = 'stopping' AND NOT EXISTS (
       SELECT 1 FROM activity a WHERE a.run_id = r.id AND a.invoke_id = f.key AND a.visit = (f.value->>'visit')::int
         AND a.status IN ('running', 'cancelling'))`,
  );
  return rows as { runId: string; invokeId: string; visit: number }[];
}

export async function requeueOrphans(pool: Pool): Promise<number> {
  const { rows } = await pool.query('SELECT requeue_orphans() AS count');
  return (rows[0] as { count: number }).count;
}
