import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('an iteration whose patch retention has removed says so, and shows all else', async () => {
  const { id: project } = await plantProject(pool, 1);
  const at = new Date(Date.now() - 40 * 86_400_000);
  const runId = await plantRun(pool, project, { at, ms: 1_000, branch: 'main', outcome: 'SUCCESS', iterations: 1 });
  await pool.query('UPDATE run SET finalised_at = now() WHERE id = $1', [runId]);
  const record = { intent: 'fix', hypothesis: 'x is y', proposal_id: await filedProposal(runId) };
  const view = () =>
    iterationView({ pool, prisma, artifacts } as Services, { runId, iteration: 1, record, until: null });

  expect(await view()).toMatchObject({ patch: { agent: 'fixer', text: diff }, isPatchRemoved: false });
  expect(await removeOf(pool, { kind: 'patches', days: 30, id: runId })).toMatchObject({ rows: 2 });
  expect(await view()).toMatchObject({ patch: null, isPatchRemoved: true, hypothesis: { summary: 'x is y' } });
});

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
