import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '#server/db/pool.ts';
import { type Estate, settle } from '#server/testing/estate.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { toyEngine } from '#server/testing/toy-engine.ts';
import { peopleOfReview } from './people.ts';

let database: TestDatabase;
let pool: Pool;
let north: Estate;
let south: Estate;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.databaseUrl, { max: 4, name: 'people-of-review' });
  [north, south] = [await settle(toyEngine(pool), 'north'), await settle(toyEngine(pool), 'south')];
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function member(email: string, project: string | null): Promise<void> {
  await pool.query(
    `WITH one AS (INSERT INTO person (id, name, email) VALUES (gen_random_uuid(), $1, $1) RETURNING id)
     INSERT INTO role_grant (person_id, role, project_id, granted_by) SELECT id, 'lead', $2, 'owner' FROM one`,
    [email, project],
  );
}

test('a review knows whoever has a role that reaches its project, and nobody of another project', async () => {
  await member('ann@example.org', north.project);
  await member('bo@example.org', south.project);
  await member('cy@example.org', null);
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM review WHERE number = $1::int', [
    north.things.review,
  ]);
  expect(await peopleOfReview(pool, rows[0]?.id ?? '')).toEqual(['ann@example.org', 'cy@example.org']);
});
