import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPool } from '#server/db/pool.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { startToyRun, toyEngine } from '#server/testing/toy-engine.ts';
import { findRun } from './find-run.ts';

let database: TestDatabase;
let pool: Pool;
let ids: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.databaseUrl, { max: 4, name: 'find-run-test' });
  ids = [];
  for (let run = 0; run < 4; run += 1) ids.push(await startToyRun(toyEngine(pool), { goal: 1 }));
  await nameAlike('abcd1111', 'abcd2222');
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

describe('findRun', () => {
  test.each(['3', '#3'])('takes the number %s', async (reference) => {
    expect((await findRun(pool, reference)).number).toBe(3);
  });

  test('takes the beginning of an id in any case', async () => {
    const [id = ''] = ids;
    expect((await findRun(pool, id.slice(0, 13).toUpperCase())).id).toBe(id);
  });

  test('refuses a beginning that several ids share, and names them', async () => {
    await expect(findRun(pool, 'abcd')).rejects.toThrow(/More than one run begins with abcd: #\d+ \(abcd.*\), #\d+/);
  });

  test.each(['999', 'ffffffff-ffff', '2147483648', '99999999999', '#', '', '-1', 'zebra', "1' OR '1'='1", 'a\0'])(
    'refuses %j',
    async (reference) => {
      await expect(findRun(pool, reference)).rejects.toMatchObject({ code: 'BAD_INPUT' });
    },
  );
});

/** Two more runs, copied from the first one, whose ids begin as given. */
async function nameAlike(...beginnings: string[]): Promise<void> {
  for (const beginning of beginnings) {
    await pool.query(
      `INSERT INTO run (id, project_id, machine, machine_version, title, input, snapshot, state, status, created_by)
       SELECT ($1 || substr(gen_random_uuid()::text, 9))::uuid, project_id, machine, machine_version, title, input,
              snapshot, state, status, created_by FROM run WHERE number = 1`,
      [beginning],
    );
  }
}
