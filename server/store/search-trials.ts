import type { Pool } from 'pg';
import type { OperatorRecord } from '#lib/repair/mutate/learned-priors.ts';

/** Rows that are looked back at: about a hundred searches. What helped long ago says little of today's code. */
const lookedBack = 2_000;

/** What became of the candidates of the last searches of all runs, by kind of edit. */
export async function searchTrials(pool: Pool): Promise<OperatorRecord[]> {
  const { rows } = await pool.query<OperatorRecord>(
    `SELECT operator, sum(tried)::int AS tried, sum(unbuilt)::int AS unbuilt, sum(improved)::int AS improved
     FROM (SELECT * FROM search_trial ORDER BY at DESC LIMIT $1) AS recent GROUP BY operator ORDER BY operator`,
    [lookedBack],
  );
  return rows;
}

/** Writes down what became of the candidates of a search that is over; told twice it counts once. */
export async function insertSearchTrials(
  pool: Pool,
  { runId, activityId }: { runId: string; activityId: string },
  records: readonly OperatorRecord[],
): Promise<void> {
  await pool.query(
    `INSERT INTO search_trial (activity_id, run_id, operator, tried, unbuilt, improved)
     SELECT $1, $2, * FROM unnest($3::text[], $4::int[], $5::int[], $6::int[]) ON CONFLICT DO NOTHING`,
    [
      activityId,
      runId,
      records.map(({ operator }) => operator),
      records.map(({ tried }) => tried),
      records.map(({ unbuilt }) => unbuilt),
      records.map(({ improved }) => improved),
    ],
  );
}
