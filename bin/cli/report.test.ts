import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '#server/db/pool.ts';
import { plantRun } from '#server/store/reports/testing/plant.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { scratchFolder } from '#server/workspace/testing.ts';
import { firmloop } from './testing/firmloop.ts';

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.databaseUrl, { max: 2, name: 'report-test' });
  const id = '00000000-0000-4000-8000-000000000001';
  await pool.query('INSERT INTO project (id, name, repository) VALUES ($1, $2, $2)', [id, 'thermostat']);
  const run = { ms: 60_000, branch: 'main', iterations: 2 };
  await plantRun(pool, id, { ...run, at: new Date('2026-06-10T10:00:00Z'), outcome: 'SUCCESS' });
  await plantRun(pool, id, { ...run, at: new Date('2026-06-11T10:00:00Z'), outcome: 'FAILURE' });
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

const cli = (...args: string[]) =>
  firmloop(args, { env: { DATABASE_URL: database.databaseUrl, FIRMLOOP_HOME: scratchFolder() }, stdin: '' });

const june = ['--project', 'thermostat', '--from', '2026-06-01', '--to', '2026-06-30'];

test('a report is a sentence, a table and its formula, or a file', async () => {
  const said = await cli('report', 'outcomes', ...june);
  expect(said.stdout).toMatch(
    /How do runs end\? \(2026-06-01 to 2026-06-30, days of UTC\)\nIn all: SUCCESS 1, FAILURE 1\./,
  );
  expect(said.stdout).toMatch(/2026-06-08 +SUCCESS +1 +50\.0/);
  const json = await cli('report', 'outcomes', ...june, '--json', '--by', 'day');
  expect(JSON.parse(json.stdout).rows).toMatchObject([{ period: '2026-06-10', runs: 1 }, { period: '2026-06-11' }]);
  expect((await cli('report', 'iterations', ...june, '--csv')).stdout).toBe(
    'Iterations,Runs,Up to here (0 to 1),Runs before,Up to here before (0 to 1)\r\n2,1,1,0,\r\n',
  );
});

test.each([
  [['report', 'weather'], 'There is no report weather'],
  [['report', 'outcomes', '--project', 'nothing'], 'There is no project nothing'],
  [['report', 'outcomes', '--from', 'monday'], 'from: Invalid'],
  [['report', 'outcomes', '--from', '2026-06-02', '--to', '2026-06-01'], 'The last day lies before the first'],
  [['retention', '--keep', 'logs=soon'], 'It must look like logs=90'],
])('%j is refused in a sentence', async (args, sentence) => {
  const ended = await cli(...args);
  expect(ended.code).toBe(2);
  expect(ended.stderr).toContain(sentence);
});

test('retention says what is kept, and a pinned run keeps everything', async () => {
  expect((await cli('retention')).stdout).toContain('Everything is kept for ever');
  expect((await cli('retention', '--keep', 'logs=30', '--pin', '1')).stdout).toMatch(/logs +after 30 days +0\sruns/);
  const { rows } = await pool.query('SELECT number FROM run JOIN run_pin ON run_id = id');
  expect(rows).toEqual([{ number: 1 }]);
  expect((await cli('retention', '--apply', '--json')).stdout).toMatch(/"kind":"logs","days":30/);
});
