import type { Pool } from 'pg';
import { afterAll } from 'vitest';
import { openPool } from '#server/db/pool.ts';
import { createTestDatabase } from './test-database.ts';

/** A pool of connections to a database that is the test file's own, until its last test has ended. */
export async function testPool(max = 10): Promise<Pool> {
  const database = await createTestDatabase();
  const pool = openPool(database.databaseUrl, { max, name: 'test' });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });
  return pool;
}
