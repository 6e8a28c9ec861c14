import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openPool } from '#server/db/pool.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { startToyRun, toyEngine } from '#server/testing/toy-engine.ts';
import { scratchFolder } from '#server/workspace/testing.ts';
import { firmloop } from './testing/firmloop.ts';

async function databaseOf() {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  return { DATABASE_URL: database.databaseUrl, FIRMLOOP_HOME: scratchFolder() };
}

test('one command writes everything into a file, one fills an empty database from it, and both are in the audit log', async () => {
  const here = await databaseOf();
  const pool = openPool(here.DATABASE_URL, { max: 1, name: 'backup-test' });
  await startToyRun(toyEngine(pool), { goal: 1 });
  const file = join(scratchFolder(), 'monday.backup');
  const written = await firmloop(['backup', file], { env: here });
  expect([written.code, written.stdout]).toEqual([0, expect.stringContaining(`${file}: 1 run, 0 artifacts, `)]);
  expect((await stat(file)).size).toBeGreaterThan(1_000);
  const { rows } = await pool.query(`SELECT door, target_id FROM audit WHERE action = 'database.backup'`);
  expect(rows).toEqual([{ door: 'cli', target_id: file }]);
  await pool.end();

  const refused = await firmloop(['restore', file], { env: here });
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('The database is not empty: it holds')]);
  const there = await databaseOf();
  const restored = await firmloop(['restore', file], { env: there });
  expect([restored.code, restored.stdout]).toEqual([0, expect.stringMatching(/^Restored 1 run as of 20\d\d-/)]);
  expect((await firmloop(['runs'], { env: there })).stdout).toMatch(/#1 +toy-/);
});
