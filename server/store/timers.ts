import type { Pool } from 'pg';
import type { Json } from '#lib/engine/json.ts';

export interface DueTimer {
  readonly runId: string;
  readonly id: string;
  readonly visit: number;
  readonly kind: 'machine' | 'retry';
  readonly payload: { readonly type?: string; readonly [field: string]: Json | undefined };
}

/** Timers whose time has come by the database's clock. */
export async function dueTimers(pool: Pool): Promise<DueTimer[]> {
  const { rows } = await pool.query({
    name: 'due-timers',
    text: `SELECT run_id AS "runId", id, visit, kind, payload FROM timer WHERE due_at <= now() ORDER BY due_at LIMIT 100`,
  });
  return rows as DueTimer[];
}

/** Milliseconds to the next timer, or null when none ticks. */
export async function nextTimerIn(pool: Pool): Promise<number | null> {
  const { rows } = await pool.query({
    name: 'next-timer',
    text: `SELECT extract(epoch FROM min(due_at) - clock_timestamp())::float8 * 1000 AS ms FROM timer WHERE due_at IS NOT NULL`,
  });
  return (rows[0] as { ms: number | null }).ms;
}

/**
 * Takes a timer that is due for oneself: nobody else sees it as due until `forMs` from now, when it has not been fired. False
 * when somebody was faster, or when it is not due any more because the run was paused or given more time.
 */
export async function takeTimer(
  pool: Pool,
  timer: Pick<DueTimer, 'runId' | 'id' | 'visit'>,
  forMs: number,
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'take-timer',
    text: `UPDATE timer SET due_at = clock_timestamp() + $4 * interval '1 ms'
           WHERE run_id = $1 AND id = $2 AND visit = $3 AND due_at <= clock_timestamp()`,
    values: [timer.runId, timer.id, timer.visit, forMs],
  });
  return rowCount === 1;
}

/** A timer whose event moved nothing has no purpose any more. */
export async function deleteTimer(pool: Pool, timer: Pick<DueTimer, 'runId' | 'id' | 'visit'>): Promise<void> {
  await pool.query('DELETE FROM timer WHERE run_id = $1 AND id = $2 AND visit = $3', [
    timer.runId,
    timer.id,
    timer.visit,
  ]);
}

/** Queues the next attempt that the timer stands for, if it is still wanted. */
export async function fireRetry(pool: Pool, timer: Pick<DueTimer, 'runId' | 'id'>): Promise<void> {
  await pool.query('SELECT fire_retry($1, $2)', [timer.runId, timer.id]);
}
