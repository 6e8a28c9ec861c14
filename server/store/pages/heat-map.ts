import type { Pool } from 'pg';

export interface HeatRow {
  readonly testId: string;
  readonly name: string;
  readonly suite: string;
  /** One letter per iteration: P passed, F failed, E error, S skipped, N not run, I infrastructure, `.` absent. */
  readonly cells: string;
}

/** More tests than this belong into a filtered view. */
const mostTests = 10_000;

/** Tests × iterations of a run, by the last measurement of each iteration; tests that failed most come first. */
export async function heatMap(pool: Pool, runId: string): Promise<{ iterations: number[]; rows: HeatRow[] }> {
  const { rows } = await pool.query(
    `WITH last AS (SELECT DISTINCT ON (iteration) id, iteration FROM result_set WHERE run_id = $1 ORDER BY iteration, created_at DESC),
     cells AS (SELECT r.test_id, l.iteration, (array_agg(r.status ORDER BY r.attempt DESC))[1] AS status
       FROM last l JOIN test_result r ON r.result_set_id = l.id GROUP BY 1, 2),
     line AS (SELECT test_id, string_agg(letter, '' ORDER BY iteration) AS cells FROM (
       SELECT t.test_id, l.iteration, CASE c.status WHEN 'passed' THEN 'P' WHEN 'failed' THEN 'F' WHEN 'error' THEN 'E'
         WHEN 'skipped' THEN 'S' WHEN 'not_run' THEN 'N' WHEN 'infra' THEN 'I' ELSE '.' END AS letter
       FROM (SELECT DISTINCT test_id FROM cells) t CROSS JOIN last l LEFT JOIN cells c ON c.test_id = t.test_id AND c.iteration = l.iteration) x
       GROUP BY test_id)
     SELECT i.id AS "testId", i.name, i.suite, line.cells, (SELECT array_agg(iteration ORDER BY iteration) FROM last) AS iterations
     FROM line JOIN test_identity i ON i.id = line.test_id
     ORDER BY length(line.cells) - length(translate(line.cells, 'FE', '')) DESC, i.suite, i.name LIMIT ${mostTests}`,
    [runId],
  );
  const [first] = rows as { iterations: number[] }[];
  return { iterations: first?.iterations ?? [], rows: rows as HeatRow[] };
}
