import type { Pool } from 'pg';

/** How many runs of a machine ended in a state since a moment. */
export interface EndedCount {
  readonly machine: string;
  readonly outcome: string;
  /** The state that they ended in. */
  readonly state: string;
  readonly runs: number;
}

/** Runs that ended since `since`, counted by how. */
export async function endedSince(pool: Pool, since: Date): Promise<EndedCount[]> {
  const { rows } = await pool.query(
    `SELECT machine, outcome, min(state) AS state, count(*)::int AS runs FROM run WHERE finished_at >= $1
     GROUP BY machine, outcome ORDER BY runs DESC, outcome`,
    [since],
  );
  return rows as EndedCount[];
}

/** Live runs, all and those that wait. */
export async function liveCounts(pool: Pool): Promise<{ live: number; waiting: number }> {
  const { rows } = await pool.query(
    `SELECT count(*)::int AS live, count(*) FILTER (WHERE status = 'waiting')::int AS waiting FROM run WHERE status <> 'finished'`,
  );
  return rows[0] as { live: number; waiting: number };
}
