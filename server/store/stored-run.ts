import type { Pool } from 'pg';
import type { Envelope } from '#lib/engine/envelope.ts';
import type { Json } from '#lib/engine/json.ts';
import { DomainError } from '#lib/errors.ts';

/** A run as it lies in the database, for replay and fork. Times in epoch milliseconds. */
export interface StoredRun {
  readonly id: string;
  readonly number: number;
  readonly projectId: string;
  readonly machine: string;
  readonly machineVersion: number;
  readonly title: string;
  readonly input: Json;
  readonly seq: number;
  readonly envelope: Envelope;
  readonly state: string;
  readonly status: string;
}

export async function storedRun(pool: Pool, runId: string): Promise<StoredRun> {
  const { rows } = await pool.query(
    `SELECT id, number, project_id AS "projectId", machine, machine_version AS "machineVersion", title, input, seq,
            snapshot AS envelope, state, status
     FROM run WHERE id = $1`,
    [runId],
  );
  const run = rows[0] as StoredRun | undefined;
  if (run === undefined) throw new DomainError('NOT_FOUND', `There is no run ${runId}.`);
  return run;
}
