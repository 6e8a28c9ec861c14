import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ArtifactStore, createArtifactStore } from '#server/artifacts/artifact-store.ts';
import { openPool } from '#server/db/pool.ts';
import { plantProject, plantRun } from '#server/store/reports/testing/plant.ts';
import { removeOf } from '#server/store/retention/remove.ts';
import { personWith } from '#server/testing/person.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { callerOf } from '../app-router.ts';
import type { Services } from '../services.ts';

let database: TestDatabase;
let pool: Pool;
let artifacts: ArtifactStore;
let api: ReturnType<typeof callerOf>;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.databaseUrl, { max: 3, name: 'test' });
  artifacts = createArtifactStore(pool, (text) => text);
  api = callerOf({ services: { pool, artifacts } as Services, person: personWith('lead') });
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('a task whose plan retention has removed is shown without it, and says so', async () => {
  const runId = await oldRun('task-orchestrator');
  const planId = await filedPlan(runId, {
    ...{ plan_id: 'p', created_at: '2026-01-01T00:00:00Z', goal: 'Say more', constraints: [], risk_level: 'low' },
    steps: [{ step_id: 's', title: 'Look', intent: 'see', tool_calls: [{ tool: 'read_file', args: { path: 'a' } }] }],
    verification: { mode: 'none' },
  });
  await remember(runId, { plan: { planId }, statuses: ['done'], trouble: null });

  expect(await api.tasks.view({ runId })).toMatchObject({ plan: { goal: 'Say more' }, isPlanRemoved: false });
  expect(await removeOf(pool, { kind: 'files', days: 30, id: runId })).toMatchObject({ rows: 1 });
  expect(await api.tasks.view({ runId })).toMatchObject({ plan: null, isPlanRemoved: true, trouble: null });
});

test('a session whose document retention has removed keeps its tasks, and says so', async () => {
  const runId = await oldRun('prd-agent');
  const prdId = await filedPlan(runId, { title: 'Calm', summary: 'x', tasks: [{ task_id: 'T1', title: 'Count' }] });
  await remember(runId, {
    ...{
      requirement: 'calm',
      prd: { prdId, title: 'Calm', tasks: [{ id: 'T1', title: 'Count' }] },
      statuses: ['done'],
    },
    ...{ modifications: 0, at: 1, attempts: 0, fixes: 0, checkpoint: null, failure: null, outcome: 'archived' },
  });

  expect(await api.prd.view({ runId })).toMatchObject({ document: { title: 'Calm' }, isDocumentRemoved: false });
  expect(await removeOf(pool, { kind: 'files', days: 30, id: runId })).toMatchObject({ rows: 1 });
  expect(await api.prd.view({ runId })).toMatchObject({
    document: null,
    isDocumentRemoved: true,
    progress: { tasks: [{ title: 'Count' }] },
  });
});

/** A run that is old enough for every rule, and wrapped up. */
async function oldRun(machine: string): Promise<string> {
  const { id: project } = await plantProject(pool, 0);
  const at = new Date(Date.now() - 40 * 86_400_000);
  const runId = await plantRun(pool, project, { at, ms: 1_000, branch: 'main', outcome: 'completed', iterations: 0 });
  await pool.query('UPDATE run SET machine = $2, finalised_at = now() WHERE id = $1', [runId, machine]);
  return runId;
}

/** Gives the hash. */
async function filedPlan(runId: string, plan: Parameters<ArtifactStore['putJson']>[1]): Promise<string> {
  return await artifacts.putJson({ runId, iteration: 0, activityId: null, kind: 'plan', name: 'plan' }, plan);
}

async function remember(runId: string, context: object): Promise<void> {
  await pool.query(`UPDATE run SET snapshot = jsonb_build_object('context', $2::jsonb) WHERE id = $1`, [
    runId,
    context,
  ]);
}
