import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { controlEvent, engineEvent } from '#lib/engine/events.ts';
import { openPool } from '#server/db/pool.ts';
import type { Engine } from '#server/engine/engine.ts';
import { forkRun } from '#server/engine/fork-run.ts';
import { send } from '#server/engine/send.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { startToyRun, toyEngine } from '#server/testing/toy-engine.ts';
import { writeAudit } from './audit.ts';
import { signed } from './signed.ts';

let database: TestDatabase;
let pool: Pool;
let engine: Engine;
let runId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.databaseUrl, { max: 3, name: 'signed-test' });
  engine = toyEngine(pool);
});

beforeEach(async () => {
  runId = await startToyRun(engine, { goal: 1 });
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

const as = (actor: string, address = '10.0.0.7') => ({
  ...engine,
  pool: signed(pool, { actor, door: 'web', address }),
});

async function written(target = runId) {
  const { rows } = await pool.query(
    'SELECT actor, action, door, address, before, after FROM audit WHERE target_id = $1 ORDER BY id',
    [target],
  );
  return rows;
}

const pause = { type: engineEvent.pause, payload: { reason: 'lunch' }, key: 'p', actor: 'ada' };

describe('what a person does to a run', () => {
  test('is written down by the step itself, with who, from where, what was and what was asked', async () => {
    await send(as('ada'), runId, pause);
    expect((await written()).at(-1)).toEqual({
      actor: 'ada',
      action: 'run.pause',
      door: 'web',
      address: '10.0.0.7',
      before: { state: 'WORK', status: 'active', seq: 1 },
      after: { reason: 'lunch', fate: 'applied', why: null, seq: 2 },
    });
  });

  test('is written once, however often it is repeated', async () => {
    await Promise.all(Array.from({ length: 4 }, () => send(as('ada'), runId, pause)));
    expect((await written()).map(({ action }) => action)).toEqual(['run.launch', 'run.pause']);
  });

  test('is written with the reason when the run refuses it', async () => {
    await send(as('ada'), runId, { ...pause, type: engineEvent.resume, payload: {} });
    expect((await written()).at(-1)).toMatchObject({
      action: 'run.resume',
      after: { fate: 'refused', why: expect.stringContaining('not paused') },
    });
  });

  test('cannot go unwritten: without a signature the door is unknown, and the author is the event’s', async () => {
    await send(engine, runId, pause);
    expect((await written()).at(-1)).toMatchObject({ actor: 'ada', door: 'unknown', address: null });
  });

  test('is not there when its step is not: both belong to one transaction', async () => {
    await pool.query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$;
      CREATE TRIGGER fail BEFORE INSERT ON transition FOR EACH ROW EXECUTE FUNCTION fail()`);
    await expect(send(as('ada'), runId, pause)).rejects.toThrow('no');
    await pool.query('DROP FUNCTION fail CASCADE');
    expect(await written()).toHaveLength(1);
  });

  test('of changed limits tells what they were', async () => {
    const changes = { type: controlEvent.limits, payload: { changes: { minutes: 5 } }, key: 'l', actor: 'ada' };
    await send(as('ada'), runId, changes);
    expect((await written()).at(-1)).toMatchObject({
      before: { limits: { minutes: null } },
      after: { changes: { minutes: 5 } },
    });
  });

  test('of a fork is one row about the new run, not those of the log it shares', async () => {
    await send(as('ada'), runId, pause);
    const { id } = await forkRun(as('eve'), { runId, atSeq: 2, by: 'eve', reason: 'again', commandId: 'once' });
    expect(await written(id)).toMatchObject([
      { actor: 'eve', action: 'run.fork', door: 'web', before: { run: runId, seq: 2 } },
    ]);
  });
});

test('a signature is taken off before the connection serves somebody else, also after an error', async () => {
  const ada = signed(pool, { actor: 'ada', door: 'cli', address: null });
  await Promise.allSettled(Array.from({ length: 12 }, (_, n) => ada.query(n % 2 ? 'SELECT 1' : 'SELECT nonsense')));
  const seen = await Promise.all(
    Array.from({ length: 3 }, () =>
      pool.query(`SELECT pg_sleep(0.05), current_setting('firmloop.signature', true) AS by`),
    ),
  );
  expect(seen.map(({ rows }) => rows[0].by || null)).toEqual([null, null, null]);
});

test.each(['DELETE FROM audit', `UPDATE audit SET actor = 'eve'`, 'TRUNCATE audit'])('%s is refused', async (sql) => {
  await writeAudit(pool, { actor: 'ada', action: 'x', targetKind: 'y', targetId: 'z', door: 'api', address: '::1' });
  await expect(pool.query(sql)).rejects.toThrow('audit is append-only');
});
