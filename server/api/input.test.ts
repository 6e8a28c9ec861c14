import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createArtifactStore } from '#server/artifacts/artifact-store.ts';
import { openPool } from '#server/db/pool.ts';
import { openPrisma, type PrismaClient } from '#server/db/prisma.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { startToyRun, toyEngine } from '#server/testing/toy-engine.ts';
import { callerOf } from './app-router.ts';
import { createHub } from './hub.ts';
import type { ApiContext } from './trpc.ts';

const ended = new AbortController();
let database: TestDatabase;
let pool: Pool;
let prisma: PrismaClient;
let caller: ReturnType<typeof callerOf>;
let runId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.databaseUrl, { max: 4, name: 'test' });
  prisma = openPrisma(database.databaseUrl, 2);
  const engine = toyEngine(pool);
  const context: ApiContext = {
    services: {
      pool,
      prisma,
      engine,
      artifacts: createArtifactStore(pool, (text) => text),
      hub: createHub(database.databaseUrl, ended.signal),
      home: '/nowhere',
    },
    person: { actor: 'eve', role: 'owner' },
  };
  caller = callerOf(context);
  runId = await startToyRun(engine, { goal: 1 });
});

afterAll(async () => {
  ended.abort();
  await prisma.$disconnect();
  await pool.end();
  await database.drop();
});

test('a number that no column can hold is called a bad request', async () => {
  const beyond = 9_999_999_999;
  await expect(caller.runs.list({ before: beyond })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await expect(caller.runs.trace({ runId, before: beyond })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

test('a search for text that no row can hold finds nothing', async () => {
  expect(await caller.runs.list({ text: 'a\0b' })).toEqual([]);
});
