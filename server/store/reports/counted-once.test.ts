import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { testPool } from '#server/testing/test-pool.ts';
import { insertResultSet, type StoredResult } from '../results.ts';
import type { Asked } from './asked.ts';
import { passRateSums } from './pass-rate.ts';
import { refreshReports } from './refresh.ts';
import { plantProject, plantRun } from './testing/plant.ts';

const pool = await testPool();

const measured = { format: 'junit', complete: true, counts: {}, findings: [] };

function attempts(key: string, ...statuses: readonly string[]): StoredResult[] {
  const rest = { message: null, signature: null, durationMs: 5, file: null, line: null };
  return statuses.map((status, attempt) => ({
    key,
    suite: 's',
    name: key,
    rawName: key,
    attempt: attempt + 1,
    status,
    ...rest,
  }));
}

async function saysOf(project: string): Promise<unknown> {
  const asked: Asked = {
    span: { from: '2000-01-01', to: '2100-01-01' },
    by: 'week',
    reach: { projects: null, sites: null },
    project,
  };
  const live = await passRateSums(pool, asked);
  while ((await refreshReports(pool, 50)) > 0);
  expect(await passRateSums(pool, asked)).toEqual(live);
  return live;
}

test('a test that passed on a retry is one pass, and a file that comes in twice is one measurement', async () => {
  const { id: projectId } = await plantProject(pool, 0);
  const importId = randomUUID();
  await pool.query(
    `INSERT INTO result_import (id, project_id, key, measured_at, created_by) VALUES ($1, $2, 'build 1', '2026-06-10T10:00:00Z', 'ada')`,
    [importId, projectId],
  );
  const results = [...attempts('opens', 'failed', 'passed'), ...attempts('closes', 'failed', 'failed')];
  for (let time = 0; time < 2; time += 1)
    await insertResultSet(pool, {
      ...measured,
      id: randomUUID(),
      projectId,
      importId,
      sourceKey: 'the bytes',
      results,
    });
  expect(await saysOf(projectId)).toEqual([
    { period: '2026-06-08', measurements: 1, executed: 2, passed: 1, flaky: 1, failed: 1, errors: 0 },
  ]);
});

test('of an iteration that was measured again only the newest measurement counts', async () => {
  const { id: projectId } = await plantProject(pool, 0);
  const at = new Date('2026-06-10T10:00:00Z');
  const runId = await plantRun(pool, projectId, { at, ms: 1, branch: 'main', outcome: 'SUCCESS', iterations: 1 });
  const set = { ...measured, projectId, runId, iteration: 1, activityId: randomUUID() };
  await insertResultSet(pool, { ...set, id: randomUUID(), results: attempts('opens', 'failed') });
  await saysOf(projectId);
  await insertResultSet(pool, { ...set, id: randomUUID(), results: attempts('opens', 'passed') });
  expect(await saysOf(projectId)).toMatchObject([{ measurements: 1, executed: 1, passed: 1, failed: 0 }]);
});
