import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClient } from '#server/database/connect.ts';
import { openPool } from '#server/db/pool.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { scratchFolder } from '#server/workspace/testing.ts';
import { firmloop } from './testing/firmloop.ts';

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.databaseUrl, { max: 2, name: 'token-test' });
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

const on = (...args: string[]) =>
  firmloop(args, { env: { DATABASE_URL: database.databaseUrl, FIRMLOOP_HOME: scratchFolder() } });

test('a token is printed once, listed without its text, and ended', async () => {
  const made = await on('token', 'create', 'nightly', '--scope', 'runs:read', '--days', '7');
  expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^flt_[\w-]{43}\n$/) });
  const listed = await on('token', 'list', '--json');
  const { tokens } = JSON.parse(listed.stdout);
  expect(tokens).toMatchObject([{ name: 'nightly', person: 'Owner', scopes: ['runs:read'], status: 'usable' }]);
  expect(listed.stdout).not.toContain(made.stdout.trim());
  expect((await on('token', 'revoke', tokens[0].id)).code).toBe(0);
  expect((await on('token', 'revoke', tokens[0].id)).stderr).toContain('could be revoked');
});

test('a runner gets an address of its own that opens the database until it is revoked', async () => {
  const made = await on('token', 'create', 'lab', '--runner', '--site', 'berlin', '--json');
  const { id, databaseUrl } = JSON.parse(made.stdout);
  const asked = () => withClient(databaseUrl, (client) => client.query('SELECT bound_site() AS site'));
  expect((await asked()).rows).toEqual([{ site: 'berlin' }]);
  expect((await on('token', 'revoke', id)).code).toBe(0);
  await expect(asked()).rejects.toThrow();
});

test.each([
  ['no scope', ['token', 'create', 'x'], 'Give --scope'],
  ['an unknown scope', ['token', 'create', 'x', '--scope', 'runs:eat'], 'There is no scope runs:eat'],
  ['an id that is none', ['token', 'revoke', 'x'], 'is no id'],
  ['a link without a stack', ['link'], 'No stack with pages runs'],
])('%s is refused in a sentence', async (_, args, sentence) => {
  expect(await on(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(sentence) });
});
