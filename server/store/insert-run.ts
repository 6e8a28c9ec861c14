import type { Pool } from 'pg';
import type { Json } from '#lib/engine/json.ts';
import { jsonb } from './jsonb.ts';
import { type Hint, tell } from './tell.ts';

/** Writes a run, what its creation starts, and its first event in one transaction; gives the run's number. */
export async function insertRun(
  pool: Pool,
  payload: { readonly run: Json; readonly created: Json; readonly first: Json },
): Promise<number> {
  const { rows } = await pool.query('SELECT create_run($1::jsonb) AS created', [jsonb(payload)]);
  const { created } = rows[0] as { created: { number: number; hints: readonly Hint[] } };
  tell(pool, created.hints);
  return created.number;
}
