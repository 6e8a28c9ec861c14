import type { Pool } from 'pg';
import { DomainError } from '#lib/errors.ts';

/** Number of the last event of a run. Throws NOT_FOUND for an unknown run. */
export async function runSeq(pool: Pool, runId: string): Promise<number> {
  const { rows } = await pool.query<{ seq: number }>({
    name: 'run-seq',
    text: 'SELECT seq FROM run WHERE id = $1',
    values: [runId],
  });
  const [run] = rows;
  if (run === undefined) throw new DomainError('NOT_FOUND', `There is no run ${runId}.`);
  return run.seq;
}
