import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeActiveContext } from '#lib/prd/active-context.ts';
import { openPool } from '#server/db/pool.ts';
import { installedEngine } from '#server/engine/installed.ts';
import { startSession } from '#server/testing/prd-session.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { scratchFolder } from '#server/workspace/testing.ts';
import { firmloop } from './testing/firmloop.ts';

let database: TestDatabase;
let pool: Pool;
let session: { id: string; number: number };

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.databaseUrl, { max: 2, name: 'test' });
  session = await startSession(installedEngine(pool));
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

const on = (...args: string[]) =>
  firmloop(args, { env: { DATABASE_URL: database.databaseUrl, FIRMLOOP_HOME: scratchFolder() } });

test('progress is reported, and read back from the folder whose active_context.md names the session', async () => {
  const told = await on('progress', String(session.number), '--note', 'reading the driver', '--percent', '40');
  expect([told.code, told.stderr], told.stderr).toEqual([0, expect.any(String)]);
  const folder = scratchFolder();
  const head = {
    session_id: session.id,
    task_status: 'PLANNING',
    auto_fix_attempts: 0,
    last_checkpoint: null,
  } as const;
  writeFileSync(
    join(folder, 'active_context.md'),
    writeActiveContext(head, { requirement: 'no flicker', title: null, tasks: [] }),
  );
  const shown = await on('progress', folder);
  expect(shown.stdout).toMatch(/task_status {8}PLANNING\n[\s\S]*: 40 %, reading the driver/);
  expect(JSON.parse((await on('progress', session.id, '--json')).stdout)).toMatchObject(head);
});

test('a folder without a session, and a percentage that is none, are refused before anything starts', async () => {
  const empty = await on('progress', scratchFolder());
  expect([empty.code, empty.stderr]).toEqual([2, expect.stringMatching(/active_context\.md is not there/)]);
  expect((await on('progress', '1', '--percent', '101')).stderr).toMatch(/from 0 to 100/);
});
