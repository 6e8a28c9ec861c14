import type { Pool } from 'pg';
import type { Json } from '#lib/engine/json.ts';
import type { Applied } from './apply-step.ts';
import { jsonb } from './jsonb.ts';
import { type Hint, tell } from './tell.ts';

/** Who would take runs, and for how long a host must have had no runner, milliseconds. */
export interface Taker {
  readonly runnerId: string;
  readonly hostId: string;
  readonly goneAfterMs: number;
}

export interface Stranded {
  readonly id: string;
  readonly from: string;
  readonly ended: boolean;
}

/** Some of the runs that are left on hosts which are gone, ended ones included until they are wrapped up. */
export async function strandedRuns(pool: Pool, { runnerId, hostId, goneAfterMs }: Taker): Promise<Stranded[]> {
  const { rows } = await pool.query<Stranded>({
    name: 'stranded-runs',
    text: `SELECT id, host_id AS "from", status = 'finished' AS ended FROM run
           WHERE finalised_at IS NULL AND host_id IS NOT NULL AND host_id <> $2 AND may_take_runs($1, $3)
             AND serves_site($1, input->>'site')
             AND host_id NOT IN (SELECT hosts_served($3)) ORDER BY created_at LIMIT 50`,
    values: [runnerId, hostId, goneAfterMs],
  });
  return rows;
}

interface Answer {
  readonly result: Applied['result'] | 'kept' | 'ended';
  readonly hints?: readonly Hint[];
}

/**
 * Calls `move_run`. `kept`: somebody serves the run's host again, or was faster; `moved`: the run has moved on from `seq`;
 * `ended`: an ended run has changed its host. `step` is null for an ended run.
 */
export async function moveRun(
  pool: Pool,
  run: Stranded & { readonly seq: number },
  { runnerId, goneAfterMs }: Taker,
  step: Json,
): Promise<Answer['result']> {
  const { rows } = await pool.query<{ answer: Answer }>({
    name: 'move-run',
    text: 'SELECT move_run($1, $2, $3, $4, $5, $6::jsonb) AS answer',
    values: [run.id, run.seq, run.from, runnerId, goneAfterMs, step === null ? null : jsonb(step)],
  });
  const answer = rows[0]?.answer;
  if (answer === undefined) throw new Error('move_run gave no row');
  tell(pool, answer.hints ?? []);
  return answer.result;
}
