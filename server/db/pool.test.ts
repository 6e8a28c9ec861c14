import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { openPool } from './pool.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

test('a connection that the server cuts between two queries of a transaction ends that transaction, and nothing else', async () => {
  const pool = openPool(database.databaseUrl, { max: 2, name: 'pool-test' });
  const client = await pool.connect();
  await client.query('BEGIN');
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
  await pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
  await ended;

  await expect(client.query('COMMIT')).rejects.toThrow();
  client.release(true);
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});
