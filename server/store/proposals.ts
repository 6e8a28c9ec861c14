import type { Pool } from 'pg';

export interface FiledProposal {
  readonly iteration: number;
  readonly name: string;
  readonly hash: string;
}

/** What was proposed in a run, in order. */
export async function proposalsOf(pool: Pool, runId: string): Promise<FiledProposal[]> {
  const { rows } = await pool.query<FiledProposal>({
    name: 'proposals-of-run',
    text: `SELECT iteration, name, hash FROM run_artifact WHERE run_id = $1 AND kind = 'proposal' ORDER BY created_at, name`,
    values: [runId],
  });
  return rows;
}
