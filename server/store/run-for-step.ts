import type { Pool } from 'pg';
import type { Envelope } from '#lib/engine/envelope.ts';
import { DomainError } from '#lib/errors.ts';

/** What a step is computed from. `now` is the database's time in epoch milliseconds. */
export interface RunForStep {
  readonly machine: string;
  readonly machineVersion: number;
  readonly seq: number;
  readonly iteration: number;
  readonly envelope: Envelope;
  readonly now: number;
}

/** Throws NOT_FOUND for an unknown run. */
export async function runForStep(pool: Pool, runId: string): Promise<RunForStep> {
  const { rows } = await pool.query({
    name: 'run-for-step',
    text: `SELECT machine, machine_version AS "machineVersion", seq, iteration, snapshot AS envelope,
             floor(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now
           FROM run WHERE id = $1`,
    values: [runId],
  });
  const run = rows[0] as RunForStep | undefined;
  if (run === undefined) throw new DomainError('NOT_FOUND', `There is no run ${runId}.`);
  return run;
}
