import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json } from '#lib/engine/json.ts';
import { type ArtifactStore, createArtifactStore } from '#server/artifacts/artifact-store.ts';
import { openPool } from '#server/db/pool.ts';
import { openPrisma, type PrismaClient } from '#server/db/prisma.ts';
import { plantProject, plantRun } from '#server/store/reports/testing/plant.ts';
import { removeOf } from '#server/store/retention/remove.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import type { Services } from '../services.ts';
import { iterationView } from './iteration-view.ts';

let database: TestDatabase;
let pool: Pool;
let prisma: PrismaClient;
let artifacts: ArtifactStore;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.databaseUrl, { max: 3, name: 'test' });
  prisma = openPrisma(database.databaseUrl, 2);
  artifacts = createArtifactStore(pool, (text) => text);
});

afterAll(async () => {
  await prisma.$disconnect();
  await pool.end();
  await database.drop();
});

const diff = '--- a/x.c\n+++ b/x.c\n@@ -1 +1 @@\n-int x;\n+int y;\n';

test('an iteration says what of it retention has removed, and shows all else', async () => {
  const runId = await oldRun();
  await filedBuild(runId);
  await filedResult(runId);
  const record = {
    ...{ intent: 'fix', hypothesis: 'x is y', proposal_id: await filedProposal(runId) },
    ...{ build: { ok: true }, result_id: '0a' },
  };
  const shown = await viewOf(runId, record);
  expect(shown).toMatchObject({ patch: { agent: 'fixer', text: diff }, build: { status: 'succeeded' } });
  expect(shown).toMatchObject({ results: { totals: { all: 0 } }, removed: nothing });

  expect(await removeOf(pool, { kind: 'patches', days: 30, id: runId })).toMatchObject({ rows: 2 });
  const patchless = await viewOf(runId, record);
  expect(patchless).toMatchObject({ patch: null, build: { status: 'succeeded' }, hypothesis: { summary: 'x is y' } });
  expect(patchless.removed).toEqual({ ...nothing, patch: true });

  expect(await removeOf(pool, { kind: 'files', days: 30, id: runId })).toMatchObject({ rows: 1 });
  expect(await removeOf(pool, { kind: 'results', days: 30, id: runId })).toMatchObject({ things: 1 });
  const bare = await viewOf(runId, record);
  expect(bare).toMatchObject({ build: null, results: null });
  expect(bare.removed).toEqual({ patch: true, build: true, results: true });
});

test('of an iteration that was neither built nor measured nothing is said to be removed', async () => {
  const runId = await oldRun();
  expect(await viewOf(runId, { intent: 'fix' })).toMatchObject({ build: null, results: null, removed: nothing });
});

test('what was built and measured again since is not said to be removed from the past', async () => {
  const runId = await oldRun();
  await filedBuild(runId);
  await filedResult(runId);
  const record = { intent: 'fix', build: { ok: true }, result_id: '0a' };
  const past = await viewOf(runId, record, new Date(Date.now() - 86_400_000));
  expect(past).toMatchObject({ build: null, results: null, removed: nothing });
});

const nothing = { patch: false, build: false, results: false };

/** A run of one iteration that is old enough for every rule, and wrapped up. */
async function oldRun(): Promise<string> {
  const { id: project } = await plantProject(pool, 1);
  const at = new Date(Date.now() - 40 * 86_400_000);
  const runId = await plantRun(pool, project, { at, ms: 1_000, branch: 'main', outcome: 'SUCCESS', iterations: 1 });
  await pool.query('UPDATE run SET finalised_at = now() WHERE id = $1', [runId]);
  return runId;
}

async function viewOf(runId: string, record: { readonly [field: string]: Json }, until: Date | null = null) {
  return await iterationView({ pool, prisma, artifacts } as Services, { runId, iteration: 1, record, until });
}

async function filedBuild(runId: string): Promise<void> {
  await artifacts.putJson(
    { runId, iteration: 1, activityId: null, kind: 'build', name: 'build' },
    {
      ...{ ok: true, commit: 'c', errors: 0, warnings: 0, warningTexts: [], firstError: null, messages: [] },
      ...{ command: 'make', exitCode: 0, startedAt: 0, durationMs: 10, activityId: randomUUID() },
    },
  );
}

async function filedResult(runId: string): Promise<void> {
  await pool.query(
    `INSERT INTO result_set (id, run_id, iteration, format, complete, counts, findings) VALUES ($1, $2, 1, 'junit', true, '{}', '[]')`,
    [randomUUID(), runId],
  );
}

/** A proposal with its patch, as judging one files them; gives its hash. */
async function filedProposal(runId: string): Promise<string> {
  const place = { runId, iteration: 1, activityId: null };
  const hash = await artifacts.put({ ...place, kind: 'patch', name: 'proposal-1.patch' }, diff);
  return await artifacts.putJson(
    { ...place, kind: 'proposal', name: '0001' },
    {
      ...{ source: 'fixer', strategy: 'fix', agent: 'fixer', summary: 'x is y', claim: '', diff: hash },
      ...{ fingerprint: 'f', files: 1, additions: 1, deletions: 1, dryRun: { ok: true, reason: '' } },
      policy: { allowed: true, findings: [], risk: { score: 0 } },
    },
  );
}
