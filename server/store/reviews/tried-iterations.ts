import type { Pool } from 'pg';

/** What an iteration tried, in words: the idea, who had it, and how it was judged. */
export interface Tried {
  readonly iteration: number;
  readonly hypothesis: string | null;
  readonly strategy: string | null;
  readonly hasPatch: boolean;
  readonly judgement: string | null;
  readonly regressions: number | null;
}

/** The ideas of a run's iterations, oldest first. */
export async function triedIterations(pool: Pool, runId: string): Promise<Tried[]> {
  const { rows } = await pool.query(
    `SELECT key::int AS iteration, left(data->>'hypothesis', 2000) AS hypothesis, data->>'strategy' AS strategy,
       data ? 'proposal_id' AS "hasPatch", data #>> '{judgement,reason}' AS judgement, (data->>'regressions')::int AS regressions
     FROM record WHERE run_id = $1 AND kind = 'iteration' ORDER BY key::int`,
    [runId],
  );
  return rows as Tried[];
}
