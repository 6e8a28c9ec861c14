import type { Pool } from 'pg';

/** How many runs ended with an outcome since a moment; machines share the words for it. */
export interface EndedCount {
  readonly outcome: string;
  /** The machine of one of them, and the state that it ended in. */
  readonly machine: string;
  readonly state: string;
  readonly runs: number;
}

/** Runs of these projects (null: of all) that ended since `since`, counted by how. */
export async function endedSince(
  pool: Pool,
  { since, projectIds }: { since: Date; projectIds: readonly string[] | null },
): Promise<EndedCount[]> {
  const { rows } = await pool.query(
    `SELECT outcome, (min(ARRAY[machine, state]))[1] AS machine, (min(ARRAY[machine, state]))[2] AS state, count(*)::int AS runs
     FROM run WHERE finished_at >= $1 AND ($2::uuid[] IS NULL OR project_id = ANY($2))
     GROUP BY outcome ORDER BY runs DESC, outcome`,
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
