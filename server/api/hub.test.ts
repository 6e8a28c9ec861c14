import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '#server/db/pool.ts';
import { eventually } from '#server/testing/eventually.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { createHub, type Hub } from './hub.ts';

const ended = new AbortController();
let database: TestDatabase;
let pool: Pool;
let hub: Hub;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.databaseUrl, { max: 2, name: 'test' });
  hub = createHub(database.databaseUrl, ended.signal);
  await eventually('the hub listens', () => hub.connected);
});

afterAll(async () => {
  ended.abort();
  await pool.end();
  await database.drop();
});

const one = '00000000-0000-4000-8000-000000000001';
const other = '00000000-0000-4000-8000-000000000002';
const moved = (run: string) => pool.query(`SELECT pg_notify('firmloop_run', $1)`, [`${run}:7`]);

/** Resolves when everything that was notified so far has been heard. */
async function heard(): Promise<void> {
  const all = hub.hints(null, ended.signal);
  await moved(other);
  await all.next();
}

test('what happens between the call and the first look is heard', async () => {
  const hints = hub.hints(one, ended.signal);
  await moved(one);
  await heard();
  expect((await hints.next()).value).toEqual({ kind: 'run', runId: one });
});

test('of many hints of one kind a page that was busy hears one, and nothing of other runs', async () => {
  const until = new AbortController();
  const hints = hub.hints(one, until.signal);
  for (const run of [one, other, one, one]) await moved(run);
  await heard();
  expect((await hints.next()).value).toEqual({ kind: 'run', runId: one });
  until.abort();
  expect((await hints.next()).done).toBe(true);
});
