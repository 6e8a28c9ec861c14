import type { Pool } from 'pg';

/** How many runs of a machine ended in a state since a moment. */
export interface EndedCount {
  readonly machine: string;
  readonly outcome: string;
  /** The state that they ended in. */
  readonly state: string;
  readonly runs: number;
}

/** Runs of these projects (null: of all) that ended since `since`, counted by how. */
export async function endedSince(
  pool: Pool,
  { since, projectIds }: { since: Date; projectIds: readonly string[] | null },
): Promise<EndedCount[]> {
  const { rows } = await pool.query(
    `SELECT machine, outcome, min(state) AS state, count(*)::int AS runs FROM run WHERE finished_at >= $1 AND ($2::uuid[] IS NULL OR project_id = ANY($2))
     GROUP BY machine, outcome ORDER BY runs DESC, outcome`,
    [since, projectIds],
  );
  return rows as EndedCount[];
}

/** Live runs of these projects (null: of all), in total and those that wait. */
export async function liveCounts(
  pool: Pool,
  projectIds: readonly string[] | null,
): Promise<{ live: number; waiting: number }> {
  const { rows } = await pool.query(
    `SELECT count(*)::int AS live, count(*) FILTER (WHERE status = 'waiting')::int AS waiting FROM run
     WHERE status <> 'finished' AND ($1::uuid[] IS NULL OR project_id = ANY($1))`,
    [projectIds],
  );
  return rows[0] as { live: number; waiting: number };
}
