import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Engine } from '#server/engine/engine.ts';
import { insertLogChunks } from '#server/store/log-chunks.ts';
import { createScriptedRun, scriptedRunner, stuck } from './scripted-run.ts';

export const size = { transitions: 2_000, tests: 10_000, iterations: 30, logMb: 50 } as const;

/** The numbers of a run with a long trace, many results and a long log, and of one of the same tests that waits for people. */
export async function createBigRuns(engine: Engine, projectId: string): Promise<{ large: number; waiting: number }> {
  const { pool } = engine;
  const runner = await scriptedRunner(pool);
  const large = await createScriptedRun(engine, projectId, runner);
  for (let transitions = 0; transitions < size.transitions; ) ({ transitions } = await large.step());
  const waiting = await createScriptedRun(engine, projectId, runner, stuck);
  for (let goesOn = true; goesOn; ) ({ goesOn } = await waiting.step());
  await pool.query(
    `INSERT INTO test_identity (id, project_id, key, suite, name)
     SELECT gen_random_uuid(), $1, 'test ' || n, 'suite_' || n / 100, 'handles_case_' || n FROM generate_series(1, $2::int) n`,
    [projectId, size.tests],
  );
  for (let iteration = 0; iteration < size.iterations; iteration += 1)
    await fillResults(pool, { runId: large.id, projectId, iteration, mended: iteration });
  const { rows } = await pool.query<{ iteration: number }>('SELECT iteration FROM run WHERE id = $1', [waiting.id]);
  for (let iteration = 0; iteration <= (rows[0]?.iteration ?? 0); iteration += 1)
    await fillResults(pool, { runId: waiting.id, projectId, iteration, mended: 0 });
  await fillLog(pool, large.id);
  await pool.query('ANALYZE test_result, result_set, test_identity, transition, log_chunk');
  return { large: large.number, waiting: waiting.number };
}

/** A result of every test: of 600 in 10,000 some fail, fewer the more are mended. */
async function fillResults(
  pool: Pool,
  { runId, projectId, iteration, mended }: { runId: string; projectId: string; iteration: number; mended: number },
): Promise<void> {
  const set = randomUUID();
  await pool.query(
    `INSERT INTO result_set (id, run_id, iteration, format, complete, counts, findings) VALUES ($1, $2, $3, 'tap', true, '{}', '[]')`,
    [set, runId, iteration],
  );
  await pool.query(
    `INSERT INTO test_result (result_set_id, test_id, attempt, status, raw_name, message)
     SELECT $1, id, 1, CASE WHEN hashtext(key) % 20 = 0 AND abs(hashtext(key)) % 30 >= $3 THEN 'failed' ELSE 'passed' END, name, 'expected 1'
     FROM test_identity WHERE project_id = $2`,
    [set, projectId, mended],
  );
}

/** What the first build printed, as a compiler prints it. */
async function fillLog(pool: Pool, runId: string): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM activity WHERE run_id = $1 AND name = 'build' ORDER BY created_at LIMIT 1`,
    [runId],
  );
  const lines = Array.from({ length: 640 }, (_, n) => `arm-none-eabi-gcc -Os -c -o build/unit_${n}.o src/unit_${n}.c`);
  const data = Buffer.from(`${lines.join('\n')}\n`);
  const chunks = Array.from({ length: Math.ceil((size.logMb * 1_000_000) / data.length) }, (_, n) => ({
    ...{ activityId: rows[0]?.id ?? '', runId, n, stream: 'stdout', byteOffset: n * data.length, data },
  }));
  for (let at = 0; at < chunks.length; at += 64) await insertLogChunks(pool, chunks.slice(at, at + 64));
}
