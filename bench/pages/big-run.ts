import { randomUUID } from 'node:crypto';
import type { Engine } from '#server/engine/engine.ts';
import { createScriptedRun, scriptedRunner } from './scripted-run.ts';

export const size = { transitions: 2_000, tests: 10_000, iterations: 30 } as const;

/** A run with a long trace and many results. Gives its number. */
export async function createBigRun(engine: Engine, projectId: string): Promise<number> {
  const run = await createScriptedRun(engine, projectId, await scriptedRunner(engine.pool));
  for (let transitions = 0; transitions < size.transitions; ) ({ transitions } = await run.step());
  await fillResults(engine, run.id, projectId);
  return run.number;
}

/** Every test in every iteration: most pass, some fail for a while, a few waver. */
async function fillResults({ pool }: Engine, runId: string, projectId: string): Promise<void> {
  await pool.query(
    `INSERT INTO test_identity (id, project_id, key, suite, name)
     SELECT gen_random_uuid(), $1, 'test ' || n, 'suite_' || n / 100, 'handles_case_' || n FROM generate_series(1, $2::int) n`,
    [projectId, size.tests],
  );
  for (let iteration = 0; iteration < size.iterations; iteration += 1) {
    const set = randomUUID();
    await pool.query(
      `INSERT INTO result_set (id, run_id, iteration, format, complete, counts, findings) VALUES ($1, $2, $3, 'tap', true, '{}', '[]')`,
      [set, runId, iteration],
    );
    await pool.query(
      `INSERT INTO test_result (result_set_id, test_id, attempt, status, raw_name, message)
       SELECT $1, id, 1, CASE WHEN hashtext(key) % 20 = 0 AND abs(hashtext(key)) % 30 >= $3 THEN 'failed' ELSE 'passed' END, name, 'expected 1'
       FROM test_identity WHERE project_id = $2`,
      [set, projectId, iteration],
    );
  }
  await pool.query('ANALYZE test_result, result_set, test_identity, transition');
}
