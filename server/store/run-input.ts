import type { Pool } from 'pg';
import type { Json } from '#lib/engine/json.ts';
import { DomainError } from '#lib/errors.ts';

/** What a run was created with. */
export async function runInput(pool: Pool, runId: string): Promise<Json> {
  const { rows } = await pool.query({
    name: 'run-input',
    text: 'SELECT input FROM run WHERE id = $1',
    values: [runId],
  });
  const row = rows[0] as { input: Json } | undefined;
  if (row === undefined) throw new DomainError('NOT_FOUND', `There is no run ${runId}.`);
  return row.input;
}
