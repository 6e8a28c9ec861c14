import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createArtifactStore } from '#server/artifacts/artifact-store.ts';
import { openPool } from '#server/db/pool.ts';
import { runPage } from '#server/store/pages/run-page.ts';
import { plantProject, plantRun } from '#server/store/reports/testing/plant.ts';
import { removeOf } from '#server/store/retention/remove.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import type { Services } from '../services.ts';
import { presentPage } from './read-page.ts';

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.databaseUrl, { max: 3, name: 'test' });
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('the report of a run leads to its patch until retention removes it, and says so then', async () => {
  const { id: project } = await plantProject(pool, 1);
  const at = new Date(Date.now() - 40 * 86_400_000);
  const runId = await plantRun(pool, project, { at, ms: 1_000, branch: 'main', outcome: 'SUCCESS', iterations: 1 });
  const filing = { runId, iteration: 1, activityId: null, kind: 'patch', name: 'best.patch' } as const;
  const hash = await createArtifactStore(pool, (text) => text).put(filing, 'a patch');
  const report = {
    ...{ final_status: 'SUCCESS', reason: 'all pass', look_at_next: null, branch: null, best: null, base: null },
    artifacts: { patch_file: { hash } },
  };
  await pool.query('UPDATE run SET finalised_at = now(), report = $2 WHERE id = $1', [runId, report]);
  const shown = async () => (await presentPage({ pool } as Services, await runPage(pool, runId))).report?.patch;

  expect(await shown()).toEqual({ href: `/api/artifacts/${hash}` });
  expect(await removeOf(pool, { kind: 'patches', days: 30, id: runId })).toMatchObject({ rows: 1 });
  expect(await shown()).toEqual({ href: null });
});
