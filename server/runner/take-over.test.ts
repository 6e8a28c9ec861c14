import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { engineEvent } from '#lib/engine/events.ts';
import { openPool } from '#server/db/pool.ts';
import type { Engine } from '#server/engine/engine.ts';
import { send } from '#server/engine/send.ts';
import { claimActivity } from '#server/store/claim-activity.ts';
import { endRunner, requeueOrphans } from '#server/store/lost-activities.ts';
import { registerRunner } from '#server/store/runner-rows.ts';
import { storedRun } from '#server/store/stored-run.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { startToyRun, toyEngine } from '#server/testing/toy-engine.ts';
import { takeOver } from './take-over.ts';

let database: TestDatabase;
let pool: Pool;
let engine: Engine;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.databaseUrl, { max: 10, name: 'test' });
  engine = toyEngine(pool);
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function liveRunner(): Promise<string> {
  const id = randomUUID();
  await registerRunner(pool, {
    id,
    hostId: 'somewhere',
    hostName: 'somewhere',
    pid: 1,
    processStart: '',
    queues: [],
    slots: 1,
    sandbox: {},
  });
  return id;
}

async function activityOf(run: string): Promise<{ id: string; status: string }> {
  const { rows } = await pool.query('SELECT id, status FROM activity WHERE run_id = $1', [run]);
  return rows[0];
}

test('a run that is aborted after its runner died, before anybody took the work over, comes to its end', async () => {
  const run = await startToyRun(engine, { goal: 1 });
  const runner = await liveRunner();
  await claimActivity(pool, (await activityOf(run)).id, runner, 'somewhere');
  await endRunner(pool, runner, 'lost', 'it was silent');
  await send(engine, run, { type: engineEvent.abort, key: 'abort', actor: 'eve' });
  await takeOver(engine);
  expect((await storedRun(pool, run)).state).toBe('ABORTED');
});

test('a job that is claimed at the moment when it looks lost is not handed out a second time', async () => {
  const run = await startToyRun(engine, { goal: 1 });
  const runner = await liveRunner();
  const { id } = await activityOf(run);
  await pool.query(`UPDATE pgboss.job SET state = 'active', started_on = now() - interval '1 minute'`);
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT claim_activity($1, $2, $3)', [id, runner, 'somewhere']);
    const requeued = requeueOrphans(pool);
    await Promise.race([requeued, untilSomebodyWaits()]);
    await client.query('COMMIT');
    await requeued;
  } finally {
    client.release();
  }
  expect((await activityOf(run)).status).toBe('running');
});

/** Resolves once a connection of this database waits for a lock, or after so long that none will. */
async function untilSomebodyWaits(): Promise<void> {
  const deadline = Date.now() + 5_000;
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  while (Date.now() < deadline && (await pool.query(waiting)).rowCount === 0);
}

test('an activity that was cancelled or taken is not queued again by anybody', async () => {
  const run = await startToyRun(engine, { goal: 1 });
  const { id } = await activityOf(run);
  await claimActivity(pool, id, await liveRunner(), 'somewhere');
  await pool.query('SELECT enqueue_activity($1)', [id]);
  expect((await activityOf(run)).status).toBe('running');
});
