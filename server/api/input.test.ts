import { randomUUID } from 'node:crypto';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createArtifactStore } from '#server/artifacts/artifact-store.ts';
import { openPool } from '#server/db/pool.ts';
import { openPrisma, type PrismaClient } from '#server/db/prisma.ts';
import { createRun } from '#server/engine/create-run.ts';
import { personWith } from '#server/testing/person.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { startToyRun, toyEngine } from '#server/testing/toy-engine.ts';
import { appRouter, callerOf } from './app-router.ts';
import { createHub } from './hub.ts';
import type { ApiContext } from './trpc.ts';

const ended = new AbortController();
let database: TestDatabase;
let pool: Pool;
let prisma: PrismaClient;
let caller: ReturnType<typeof callerOf>;
let context: ApiContext;
let runId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.databaseUrl, { max: 4, name: 'test' });
  prisma = openPrisma(database.databaseUrl, 2);
  const engine = toyEngine(pool);
  context = {
    services: {
      pool,
      prisma,
      engine,
      artifacts: createArtifactStore(pool, (text) => text),
      hub: createHub(database.databaseUrl, ended.signal),
      home: '/nowhere',
    },
    person: personWith('admin'),
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

test.each(['workflows', 'sessions', 'tasks'] as const)('a run of another machine has no %s.view', async (of) => {
  await expect(caller[of].view({ runId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a search for text that no row can hold finds nothing', async () => {
  expect(await caller.runs.list({ text: 'a\0b' })).toEqual([]);
});

test('text of a command that no row can hold is kept with what was strange made visible', async () => {
  const commandId = 'stop at \0 and \ud800';
  expect(await caller.runs.pause({ runId, commandId, reason: 'why \0' })).toMatchObject({ fate: 'applied' });
  const { rows } = await pool.query(`SELECT payload FROM event WHERE type = 'engine.pause'`);
  expect(rows).toEqual([{ payload: { reason: 'why \uFFFD' } }]);
});

test('text that no row can hold is a bad request where it is not made visible', async () => {
  const refused = { code: 'BAD_REQUEST', message: expect.stringContaining('NUL') };
  await expect(caller.keys.remove({ name: 'a\0b' })).rejects.toMatchObject(refused);
  await expect(caller.results.failsOnlyOn({ board: '\0' })).rejects.toMatchObject(refused);
});

test('a run may be made with a title that no row can hold', async () => {
  const { rows } = await pool.query('SELECT project_id AS "projectId" FROM run WHERE id = $1', [runId]);
  const run = {
    machine: 'toy',
    machineVersion: 1,
    input: { goal: 1, minutes: 60 },
    createdBy: 'eve',
    firstEvent: 'START',
  };
  await createRun(context.services.engine, { ...run, projectId: rows[0].projectId, title: 'a\0b' });
  expect(await caller.runs.list({ text: 'a\uFFFDb' })).toHaveLength(1);
});

test.each([
  ['a wrong value', () => ({ runId, iteration: -1 }), 'iteration: '],
  ['a missing one', () => ({ iteration: 1 }), 'runId: '],
  ['no input at all', () => null, 'Invalid input'],
])('%s is named in a sentence, not as data', async (_, input, start) => {
  const asked = `http://localhost/runs.iteration?input=${encodeURIComponent(JSON.stringify(input()))}`;
  const req = new Request(asked);
  const answer = await fetchRequestHandler({ endpoint: '', req, router: appRouter, createContext: () => context });
  const { error } = (await answer.json()) as { error: { message: string } };
  expect(answer.status).toBe(400);
  expect(error.message).toContain(start);
  expect(error.message).not.toMatch(/[{["]/);
});

test('an iteration that a run has not reached, and one of no run, are not found', async () => {
  await expect(caller.runs.iteration({ runId, iteration: 0 })).resolves.toBeDefined();
  await expect(caller.runs.iteration({ runId, iteration: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const nobody = { runId: randomUUID(), iteration: 0 };
  await expect(caller.runs.iteration(nobody)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
