import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '#server/db/pool.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { scratchFolder } from '#server/workspace/testing.ts';
import { firmloop } from './testing/firmloop.ts';

const canary = 'canary-cli-6a09e667bb67';
let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.databaseUrl, { max: 2, name: 'keys-test' });
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

const keys = (home: string, args: readonly string[], stdin = '') =>
  firmloop(['keys', ...args], { env: { DATABASE_URL: database.databaseUrl, FIRMLOOP_HOME: home }, stdin });

test('a key comes on stdin, is listed without its value, and removed', async () => {
  const home = scratchFolder();
  const set = await keys(home, ['set', 'OPENAI_API_KEY'], `${canary}\n`);
  expect(set).toMatchObject({ code: 0, stdout: 'OPENAI_API_KEY is set.\n' });
  const listed = await keys(home, ['list', '--json']);
  expect(JSON.parse(listed.stdout)).toMatchObject({ keys: [{ name: 'OPENAI_API_KEY', trouble: null }] });
  expect((await keys(home, ['list'])).stdout).toMatch(/OPENAI_API_KEY.*usable/);
  const { rows } = await pool.query('SELECT row_to_json(model_key)::text AS key FROM model_key');
  expect(set.stderr + listed.stdout + rows[0].key).not.toContain(canary);
  expect(existsSync(join(home, 'master-key')) && readFileSync(join(home, 'master-key'), 'utf8')).toMatch(
    /^[0-9a-f]{64}/,
  );
  expect((await keys(home, ['remove', 'OPENAI_API_KEY'])).code).toBe(0);
  expect(await keys(home, ['remove', 'OPENAI_API_KEY'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('No key'),
  });
});

test.each([
  ['nothing on stdin', ['set', 'OPENAI_API_KEY'], '', 'No key OPENAI_API_KEY came on stdin'],
  ['a name that is none', ['set', 'PATH'], canary, 'PATH is no name of a key'],
])('%s is refused in a sentence, without the key', async (_, args, stdin, sentence) => {
  const ended = await keys(scratchFolder(), args, stdin);
  expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining(sentence) });
  expect(ended.stderr).not.toContain(canary);
});
