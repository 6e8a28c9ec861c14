import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { plantProject } from '#server/store/reports/testing/plant.ts';
import { testPool } from '#server/testing/test-pool.ts';
import { failsOnlyOn } from './fails-only-on.ts';

const pool = await testPool();

type Project = Awaited<ReturnType<typeof plantProject>>;

/** Measures the tests of a project on a board so many times; `bad` of them fail. */
async function measure({ id, tests }: Project, board: string, times: number, bad: readonly string[]): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const set = randomUUID();
    const at = new Date(Date.UTC(2026, 5, 1, time));
    await pool.query(
      `INSERT INTO result_import (id, project_id, key, measured_at, created_by) VALUES ($1, $2, $1::uuid::text, $3, 'tester')`,
      [set, id, at],
    );
    await pool.query(
      `INSERT INTO result_set (id, project_id, import_id, source_key, format, complete, counts, findings, board, measured_at)
       VALUES ($1, $2, $1, $1::uuid::text, 'junit', true, '{}', '[]', $3, $4)`,
      [set, id, board, at],
    );
    await pool.query(
      `INSERT INTO test_result (result_set_id, test_id, attempt, status, outcome, measured_at)
       SELECT $1, t, 1, o, o, $2 FROM (SELECT t, CASE WHEN t = ANY($4::uuid[]) THEN 'failed' ELSE 'passed' END AS o FROM unnest($3::uuid[]) t) r`,
      [set, at, tests, bad],
    );
  }
}

test('a test that fails on one board alone is found there, with the evidence, and nowhere else', async () => {
  const project = await plantProject(pool, 3);
  const [here = '', everywhere = ''] = project.tests;
  await measure(project, 'bench-a', 8, [here, everywhere]);
  await measure(project, 'bench-b', 8, [everywhere]);
  const asked = { board: 'bench-a', projectIds: [project.id] };
  const [found, ...others] = await failsOnlyOn(pool, asked);
  expect(found).toMatchObject({ id: here, name: 'test_1', badHere: 8, allHere: 8, badElsewhere: 0, allElsewhere: 8 });
  expect(found?.p).toBeLessThan(0.01);
  expect(others).toEqual([]);
  expect(await failsOnlyOn(pool, { ...asked, board: 'bench-b' })).toEqual([]);
  expect(await failsOnlyOn(pool, { ...asked, projectIds: [] })).toEqual([]);
});

test('two failures are no evidence', async () => {
  const project = await plantProject(pool, 1);
  await measure(project, 'bench-c', 2, project.tests);
  await measure(project, 'bench-d', 40, []);
  expect(await failsOnlyOn(pool, { board: 'bench-c', projectIds: null })).toEqual([]);
});
