import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '#server/db/pool.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { enterWithToken, personOf } from './session.ts';

let database: TestDatabase;
let pool: Pool;
let home: string;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.databaseUrl, { max: 10, name: 'test' });
  home = await mkdtemp(join(tmpdir(), 'session-'));
});

afterAll(async () => {
  await pool.end();
  await database.drop();
  await rm(home, { recursive: true });
});

test('the token of the start lets one browser in, however many come with it at once', async () => {
  await writeFile(join(home, 'owner-token'), 'open sesame\n');
  expect(await enterWithToken(pool, home, 'open barley')).toBeNull();
  const entered = await Promise.all(Array.from({ length: 8 }, () => enterWithToken(pool, home, 'open sesame')));
  const cookies = entered.filter((cookie) => cookie !== null);
  expect(cookies).toHaveLength(1);
  expect(await personOf(pool, cookies[0])).toMatchObject({ actor: 'owner', grants: [{ role: 'admin' }] });
  expect(await personOf(pool, 'somebody else')).toBeNull();
});
