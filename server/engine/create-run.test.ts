import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '#server/db/pool.ts';
import { storedRun } from '#server/store/stored-run.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { startToyRun, toyEngine } from '#server/testing/toy-engine.ts';
import { createRun } from './create-run.ts';
import type { Engine } from './engine.ts';
import { forkRun } from './fork-run.ts';

let database: TestDatabase;
let pool: Pool;
let engine: Engine;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.databaseUrl, { max: 10, name: 'test' });
  engine = toyEngine(pool);
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

const ofNoProject = {
  projectId: randomUUID(),
  machine: 'toy',
  machineVersion: 1,
  title: 'toy',
  input: { goal: 1, minutes: 60 },
  createdBy: 'eve',
  firstEvent: 'START',
};

test('runs and forks that are made at one moment, among some that fail, are numbered without gaps', async () => {
  const first = await startToyRun(engine, { goal: 1 });
  await Promise.allSettled(
    Array.from({ length: 5 }, (_, at) => [
      startToyRun(engine, { goal: 1 }),
      createRun(engine, ofNoProject),
      forkRun(engine, { runId: first, atSeq: 1, by: 'eve', reason: '', commandId: `fork ${at}` }),
    ]).flat(),
  );
  expect((await storedRun(pool, first)).number).toBe(1);
  const { rows } = await pool.query<{ number: number }>('SELECT number FROM run ORDER BY number');
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 11 }, (_, at) => at + 1));
});
