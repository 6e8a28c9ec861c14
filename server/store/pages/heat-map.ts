import type { Pool } from 'pg';

/** One measurement among those of a run; of several of one iteration the newest has rank 0. */
export interface Measurement {
  readonly id: string;
  readonly iteration: number;
  readonly rank: number;
}

export interface MeasuredRow {
  readonly testId: string;
  readonly name: string;
  readonly suite: string;
  /** Iterations in which the test was among the results, ascending, */
  readonly iterations: readonly number[];
  /** and a letter for each of them: P passed, F failed, E error, S skipped, N not run, I infrastructure, K both passed and failed. */
  readonly letters: string;
}

/**
 * Every test of these measurements with what each iteration says of it: the last attempt of the newest measurement, and
 * `K` where attempts of one iteration, which all measure one tree, disagree.
 */
export async function measuredRows(pool: Pool, measurements: readonly Measurement[]): Promise<MeasuredRow[]> {
  const { rows } = await pool.query({
    name: 'measured-rows',
    text: `WITH sets AS (SELECT * FROM unnest($1::uuid[], $2::int[], $3::int[]) AS s(id, iteration, rank)),
     cells AS (SELECT r.test_id, s.iteration,
         CASE WHEN bool_or(r.status = 'passed') AND bool_or(r.status IN ('failed', 'error')) THEN 'K'
           ELSE right(max(lpad((1000 - s.rank)::text, 4, '0') || lpad(r.attempt::text, 6, '0') || CASE r.status
             WHEN 'passed' THEN 'P' WHEN 'failed' THEN 'F' WHEN 'error' THEN 'E' WHEN 'skipped' THEN 'S' WHEN 'infra' THEN 'I' ELSE 'N' END), 1) END AS letter
       FROM sets s JOIN test_result r ON r.result_set_id = s.id GROUP BY 1, 2),
     line AS (SELECT test_id, array_agg(iteration ORDER BY iteration) AS iterations, string_agg(letter, '' ORDER BY iteration) AS letters
       FROM cells GROUP BY test_id)
     SELECT i.id AS "testId", i.name, i.suite, line.iterations, line.letters
     FROM line JOIN test_identity i ON i.id = line.test_id ORDER BY i.suite, i.name`,
    values: [
      measurements.map(({ id }) => id),
      measurements.map(({ iteration }) => iteration),
      measurements.map(({ rank }) => rank),
    ],
  });
  return rows as MeasuredRow[];
}
