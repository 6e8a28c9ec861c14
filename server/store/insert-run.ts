import { DatabaseError, type Pool } from 'pg';
import type { Json } from '#lib/engine/json.ts';
import { jsonb } from './jsonb.ts';
import { runNumber } from './run-number.ts';
import { type Hint, tell } from './tell.ts';

interface NewRunRows {
  readonly run: Json & { readonly id: string };
  readonly created: Json;
  readonly first: Json;
}

/**
 * Writes a run, what its creation starts, and its first event in one transaction; gives the run's number. A run that goes
 * by this id already is left as it is.
 */
export async function insertRun(pool: Pool, payload: NewRunRows): Promise<{ number: number; isNew: boolean }> {
  try {
    const { rows } = await pool.query('SELECT create_run($1::jsonb) AS created', [jsonb({ ...payload })]);
    const { created } = rows[0] as { created: { number: number; hints: readonly Hint[] } };
    tell(pool, created.hints);
    return { number: created.number, isNew: true };
  } catch (error) {
    const number = isTaken(error) ? await runNumber(pool, payload.run.id) : null;
    if (number === null) throw error;
    return { number, isNew: false };
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof DatabaseError && error.constraint === 'run_pkey';
}
