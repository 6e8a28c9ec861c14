import type { Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '#server/db/pool.ts';
import { type Runner, startRunner } from '#server/runner/runner.ts';
import {
  endExpiredRunnerIdentities,
  revokeRunnerIdentity,
  runnerIdentities,
} from '#server/store/people/runner-identities.ts';
import { storedRun } from '#server/store/stored-run.ts';
import { eventually } from '#server/testing/eventually.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { startToyRun, toyEngine } from '#server/testing/toy-engine.ts';
import { makeRunnerIdentity } from './make-runner-identity.ts';

let database: TestDatabase;
let pool: Pool;
let own: { id: string; databaseUrl: string };
let runnerPool: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.databaseUrl, { max: 4, name: 'test' });
  own = await identity('lab', 'berlin');
  runnerPool = openPool(own.databaseUrl, { max: 6, name: 'runner' });
});

afterAll(async () => {
  await runnerPool.end();
  for (const { id, status } of await runnerIdentities(pool))
    if (status === 'usable') await revokeRunnerIdentity(pool, id);
  await pool.end();
  await database.drop();
});

function identity(name: string, site: string | null) {
  return makeRunnerIdentity(pool, { name, site, days: 30, by: 'owner', databaseUrl: database.databaseUrl });
}

function start(databaseUrl: string, through: Pool): Promise<Runner> {
  return startRunner({
    databaseUrl,
    engine: toyEngine(through),
    activity: () => ({ timeoutMs: 30_000, begins: 'confirmed', run: async () => ({ amount: 1 }) }),
    hostId: 'lab',
    home: '/tmp',
    slots: 1,
    sandbox: {},
    redact: (text) => text,
    log: pino({ level: 'silent' }),
    drainMs: 500,
  });
}

test('a runner works a run through under an identity of its own, and the list says when it was used', async () => {
  const { databaseUrl } = await identity('roaming', null);
  const through = openPool(databaseUrl, { max: 6, name: 'runner' });
  const runner = await start(databaseUrl, through);
  const run = await startToyRun(toyEngine(pool), { goal: 2 });
  await eventually('the run waits for a person', async () => (await storedRun(pool, run)).state === 'ASK');
  await runner.stop();
  await through.end();
  const row = (await runnerIdentities(pool)).find(({ name }) => name === 'roaming');
  expect(row).toMatchObject({ site: null, status: 'usable' });
  expect(row?.lastUsedAt).not.toBeNull();
});

test.each([
  ['read sessions', 'SELECT token FROM session'],
  ['read passwords', 'SELECT password FROM account'],
  ['read tokens', 'SELECT hash FROM api_token'],
  ['make itself an admin', `INSERT INTO role_grant (person_id, role, granted_by) SELECT id, 'admin', 'me' FROM person`],
  ['read the audit log', 'SELECT * FROM audit'],
  ['rewrite the audit log', `UPDATE audit SET actor = 'somebody else'`],
  ['look at other identities', 'SELECT * FROM runner_identity'],
  ['change how people are told', `UPDATE channel SET config = '{}'`],
  ['ask for fewer approvals', 'DELETE FROM wait_policy'],
  ['change what people hear of', 'DELETE FROM notice_rule'],
  ['remove saved criteria', 'DELETE FROM criteria_preset'],
  ['make a role', 'CREATE ROLE firmloop_evil'],
  ['make a table', 'CREATE TABLE evil (id int)'],
  ['take a trigger away', 'ALTER TABLE transition DISABLE TRIGGER ALL'],
  ['act as somebody else', 'SET ROLE postgres'],
  ['read files of the server', `SELECT pg_read_file('/etc/passwd')`],
  ['run programs on the server', `COPY runner TO PROGRAM 'true'`],
])('a runner cannot %s', async (_, sql) => {
  await expect(runnerPool.query(sql)).rejects.toMatchObject({ code: '42501' });
});

test('every table about who may do what is closed to runners', async () => {
  const { rows } = await pool.query(
    `SELECT t FROM unnest(tables_without_runners()) t
     WHERE has_table_privilege((SELECT db_role FROM runner_identity WHERE id = $1), t, 'SELECT, INSERT, UPDATE, DELETE')`,
    [own.id],
  );
  expect(rows).toEqual([]);
});

const register = `INSERT INTO runner (id, host_id, host_name, pid, process_start, queues, slots, status, sandbox, site)
  VALUES (gen_random_uuid(), 'lab', 'lab', 1, '1', $1, 1, 'live', '{}', $2) RETURNING identity`;

test('a runner that is bound to a site serves the queue of that site and of no other, under no other name', async () => {
  const { rows } = await runnerPool.query(register, [['activity/site/berlin'], 'berlin']);
  expect(rows[0].identity).toMatch(/^firmloop_runner_/);
  for (const site of ['munich', 'berlin', null])
    await expect(runnerPool.query(register, [['activity/site/munich'], site])).rejects.toMatchObject({ code: '42501' });
  await expect(runnerPool.query(register, [['activity/any'], null])).rejects.toMatchObject({ code: '42501' });
  await expect(runnerPool.query(`UPDATE runner SET identity = 'postgres'`)).rejects.toMatchObject({ code: '42501' });
});

test('a runner that is bound to a site cannot take the work of another site', async () => {
  const run = await startToyRun(toyEngine(pool), { goal: 1 });
  await pool.query(`UPDATE activity SET queue = 'activity/site/munich', status = 'queued' WHERE run_id = $1`, [run]);
  const take = `UPDATE activity SET status = 'running' WHERE run_id = $1`;
  await expect(runnerPool.query(take, [run])).rejects.toMatchObject({ code: '42501' });
  await expect(pool.query(take, [run])).resolves.toMatchObject({ rowCount: 1 });
});

test('identities that are made and revoked at the same moment do not get in each other’s way', async () => {
  const crowd = ['one', 'two', 'three', 'four'];
  const before = await Promise.all(crowd.map((name) => identity(name, null)));
  const after = Promise.all(crowd.map((name) => identity(`${name} again`, null)));
  const revoked = Promise.all(before.map(({ id }) => revokeRunnerIdentity(pool, id)));
  expect(await revoked).toEqual(crowd.map(() => true));
  expect(new Set((await after).map(({ databaseUrl }) => databaseUrl)).size).toBe(crowd.length);
});

test('a revoked identity is cut off at once, and one whose time is over soon after', async () => {
  for (const end of ['revoked', 'expired'] as const) {
    const { id, databaseUrl } = await identity(end, null);
    const connected = openPool(databaseUrl, { max: 1, name: 'runner' });
    await connected.query('SELECT 1');
    if (end === 'revoked') expect(await revokeRunnerIdentity(pool, id)).toBe(true);
    else {
      await pool.query('UPDATE runner_identity SET expires_at = now() WHERE id = $1', [id]);
      await endExpiredRunnerIdentities(pool);
    }
    await expect(connected.query('SELECT 1')).rejects.toThrow();
    await expect(connected.query('SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    await connected.end();
    expect(await revokeRunnerIdentity(pool, id)).toBe(false);
  }
});
