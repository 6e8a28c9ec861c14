import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { engineEvent } from '#lib/engine/events.ts';
import { migrationNames, migrationsFolder } from '#prisma/migrations-folder.ts';
import { openPool } from '#server/db/pool.ts';
import { openPrisma, type PrismaClient } from '#server/db/prisma.ts';
import { installedEngine } from '#server/engine/installed.ts';
import { send } from '#server/engine/send.ts';
import { runPage } from '#server/store/pages/run-page.ts';
import { tracePage } from '#server/store/pages/trace.ts';
import { recentRuns } from '#server/store/runs-in-brief.ts';
import { storedRun } from '#server/store/stored-run.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { type Restored, restoreBackup } from './restore-backup.ts';

/** Written by the first release: a run that succeeded, one that failed, and one that was paused and left alone. */
const stored = join(import.meta.dirname, 'testing', 'first-release.backup');

let database: TestDatabase;
let pool: Pool;
let prisma: PrismaClient;
let restored: Restored;
let home: string;

beforeAll(async () => {
  database = await createTestDatabase();
  home = await mkdtemp(join(tmpdir(), 'firmloop-home-'));
  const options = { replace: false, home, actor: 'ada', signal: new AbortController().signal };
  restored = await restoreBackup(database.databaseUrl, stored, options);
  pool = openPool(database.databaseUrl, { max: 8, name: 'older-release' });
  prisma = openPrisma(database.databaseUrl, 2);
});

afterAll(async () => {
  await prisma.$disconnect();
  await pool.end();
  await database.drop();
  await rm(home, { recursive: true });
});

test('a database of the first release is brought to the newest schema, each migration once', async () => {
  const [first, ...later] = await migrationNames(migrationsFolder);
  expect(restored.header.migrations.map(({ name }) => name)).toEqual([first]);
  expect(restored.migrated).toEqual(later);
});

test('its runs are read by the pages of this release', async () => {
  const runs = await recentRuns(pool, { limit: 10 });
  expect(runs.map(({ number, outcome, status }) => [number, outcome ?? status])).toEqual([
    [3, 'paused'],
    [2, 'FAILURE'],
    [1, 'SUCCESS'],
  ]);
  for (const { id } of runs) {
    expect(await runPage(pool, id)).toMatchObject({ id });
    expect((await tracePage(prisma, { runId: id, limit: 1_000 })).length).toBeGreaterThan(40);
  }
});

test('the run that it left paused takes what people ask of it now, and new runs are numbered after it', async () => {
  const engine = installedEngine(pool);
  const [left] = await recentRuns(pool, { limit: 1, live: true });
  const runId = left?.id ?? '';
  for (const type of [engineEvent.resume, engineEvent.abort]) {
    const sent = await send(engine, runId, { type, payload: { reason: 'monday' }, key: type, actor: 'ada' });
    expect(sent).toMatchObject({ fate: 'applied' });
  }
  expect(await storedRun(pool, runId)).toMatchObject({ status: 'finished', state: 'ABORTED' });
  const { rows } = await pool.query('SELECT next_run_number() AS next');
  expect(rows).toEqual([{ next: 4 }]);
});
