import type { Pool } from 'pg';
import type { MeasuredCase } from '#lib/report/measurement-junit.ts';

/** Every test of a measurement with all its attempts, under the names that its output had, by suite and name. */
export async function measuredCases(pool: Pool, resultSetId: string): Promise<MeasuredCase[]> {
  const { rows } = await pool.query<MeasuredCase>(
    `SELECT t.suite, coalesce(min(r.raw_name), t.name) AS name, min(r.outcome) AS outcome, (array_agg(r.duration_ms ORDER BY r.attempt DESC))[1] AS ms,
       json_agg(json_build_object('status', r.status, 'message', r.message) ORDER BY r.attempt) AS attempts
     FROM test_result r JOIN test_identity t ON t.id = r.test_id WHERE r.result_set_id = $1
     GROUP BY t.id, t.suite, t.name HAVING count(r.outcome) > 0 ORDER BY t.suite, t.name, t.id`,
    [resultSetId],
  );
  return rows;
}
