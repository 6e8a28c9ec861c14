import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json } from '#lib/engine/json.ts';
import { type ActivityContext, ActivityFailure, type Beginning } from '#server/activities/context.ts';
import { openPool } from '#server/db/pool.ts';
import { replayRun } from '#server/engine/replay-run.ts';
import { send } from '#server/engine/send.ts';
import { storedRun } from '#server/store/stored-run.ts';
import { busySecondMs } from '#server/testing/busy-second.ts';
import { eventually } from '#server/testing/eventually.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { startToyRun, toyEngine } from '#server/testing/toy-engine.ts';
import { type Runner, startRunner } from './runner.ts';

let database: TestDatabase;
let pool: Pool;
const runners: Runner[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.databaseUrl, { max: 10, name: 'test' });
});

afterAll(async () => {
  await Promise.all(runners.map((runner) => runner.stop()));
  await pool.end();
  await database.drop();
});

type Toil = (input: Json, context: ActivityContext) => Promise<Json>;

async function runnerThat(
  toil: Toil,
  {
    begins = 'confirmed',
    through = pool,
    ...options
  }: { hostId: string; idempotent?: boolean; begins?: Beginning; through?: Pool },
): Promise<Runner> {
  const runner = await startRunner({
    databaseUrl: database.databaseUrl,
    engine: toyEngine(through, options),
    activity: () => ({ timeoutMs: 30_000, begins, run: toil }),
    hostId: options.hostId,
    home: '/tmp',
    slots: 2,
    sandbox: {},
    redact: (text) => text,
    log: pino({ level: 'silent' }),
    drainMs: 500,
  });
  runners.push(runner);
  return runner;
}

async function until<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<void> {
  await eventually('what the test waits for', async () => holds(await read()));
}

const state = (run: string) => async () => (await storedRun(pool, run)).state;

test('a run is worked through to where it waits, each activity once, and replays equal', async () => {
  let calls = 0;
  const runner = await runnerThat(async () => ({ amount: ++calls }), { hostId: 'one' });
  const run = await startToyRun(toyEngine(pool), { goal: 10 });
  await until(state(run), (now) => now === 'ASK');
  expect(calls).toBe(10);
  expect((await replayRun(toyEngine(pool), run)).equal).toBe(true);
  await runner.stop();
});

test('an idempotent activity is tried again with backoff and then reported as failed', async () => {
  const at: number[] = [];
  const runner = await runnerThat(
    async () => {
      at.push(performance.now());
      throw new ActivityFailure('NO_LUCK', 'no luck');
    },
    { hostId: 'two' },
  );
  const run = await startToyRun(toyEngine(pool), { goal: 1 });
  await until(state(run), (now) => now === 'FAILED');
  expect(at).toHaveLength(4);
  const gaps = at.slice(1).map((time, index) => time - (at[index] ?? 0));
  expect(gaps[0]).toBeGreaterThanOrEqual(199);
  expect(gaps[2]).toBeGreaterThanOrEqual(999);
  await runner.stop();
});

test('an activity that is not idempotent is never run again: its failure is an event', async () => {
  let calls = 0;
  const runner = await runnerThat(
    async () => {
      calls += 1;
      throw new Error('half done');
    },
    { hostId: 'three', idempotent: false },
  );
  const run = await startToyRun(toyEngine(pool, { idempotent: false }), { goal: 1 });
  await until(state(run), (now) => now === 'FAILED');
  expect(calls).toBe(1);
  await runner.stop();
});

test('an abort reaches a working activity within a second and ends the run once it is gone', async () => {
  const runner = await runnerThat(
    async (_input, { signal }) => {
      await wait(20_000, undefined, { signal });
      return { amount: 1 };
    },
    { hostId: 'four' },
  );
  const engine = toyEngine(pool);
  const run = await startToyRun(engine, { goal: 1 });
  await until(
    async () => (await pool.query('SELECT status FROM activity WHERE run_id = $1', [run])).rows[0]?.status,
    (status) => status === 'running',
  );
  const asked = performance.now();
  await send(engine, run, { type: 'engine.abort', payload: { reason: 'enough' }, key: 'abort', actor: 'eve' });
  await until(state(run), (now) => now === 'ABORTED');
  expect(performance.now() - asked).toBeLessThan(busySecondMs);
  expect((await replayRun(engine, run)).equal).toBe(true);
  await runner.stop();
});

test('two runners share the work of many runs and do every activity once', async () => {
  const done = new Map<string, number>();
  const toil: Toil = async (_input, { activityId }) => {
    done.set(activityId, (done.get(activityId) ?? 0) + 1);
    return { amount: 1 };
  };
  const both = await Promise.all([runnerThat(toil, { hostId: 'five' }), runnerThat(toil, { hostId: 'five' })]);
  const engine = toyEngine(pool);
  const ids = await Promise.all(Array.from({ length: 12 }, () => startToyRun(engine, { goal: 5 })));
  for (const run of ids) await until(state(run), (now) => now === 'ASK');
  expect(done.size).toBe(60);
  expect([...done.values()].every((count) => count === 1)).toBe(true);
  await Promise.all(both.map((runner) => runner.stop()));
});

test('what begins ahead of a step that somebody forestalls comes to nothing, and each activity is done once', async () => {
  const begun: string[] = [];
  const done: string[] = [];
  const engine = toyEngine(pool);
  const person = toyEngine(pool);
  const runner = await runnerThat(
    async (_input, { activityId, runId, confirmed }) => {
      begun.push(activityId);
      await confirmed;
      // Sent past this runner, which goes on from where it believes the run to stand.
      if (done.push(activityId) === 3)
        await send(person, runId, { type: 'engine.pause', payload: {}, key: 'pause', actor: 'eve' });
      return { amount: 1 };
    },
    { hostId: 'seven', begins: 'ahead' },
  );
  const run = await startToyRun(engine, { goal: 6 });
  const held = async () =>
    (await pool.query(`SELECT 1 FROM activity WHERE run_id = $1 AND status = 'held'`, [run])).rowCount;
  await until(held, (count) => count === 1);
  expect(done).toHaveLength(3);
  expect(begun).toHaveLength(4);

  await send(person, run, { type: 'engine.resume', payload: {}, key: 'resume', actor: 'eve' });
  await until(state(run), (now) => now === 'ASK');
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM activity WHERE run_id = $1', [run]);
  expect(done.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
  expect(done).toHaveLength(6);
  expect((await replayRun(engine, run)).equal).toBe(true);
  await runner.stop();
});

/** The database goes away when it is asked for the third time for the events that wait, right after a step was written. */
function goesAwayAfterStep(): Pool {
  let asked = 0;
  return new Proxy(pool, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name);
      return (query: { name?: string }, ...rest: []) => {
        if (query.name === 'pending-events') asked += 1;
        if (query.name !== 'pending-events' || asked !== 3) return target.query(query as never, ...rest);
        return Promise.reject(Object.assign(new Error('terminating connection'), { code: '57P01' }));
      };
    },
  });
}

test('what a written step has handed over goes on when the database goes away right after it', async () => {
  const done: string[] = [];
  const run = await startToyRun(toyEngine(pool), { goal: 6 });
  await send(toyEngine(pool), run, { type: 'ANSWER', payload: { text: 'yes' }, key: 'early', actor: 'eve' });
  const runner = await runnerThat(
    async (_input, { activityId, confirmed, signal }) => {
      await confirmed;
      done.push(activityId);
      return await wait(50, { amount: 1 }, { signal });
    },
    { hostId: 'eleven', begins: 'ahead', through: goesAwayAfterStep() },
  );
  await until(state(run), (now) => now === 'DONE');
  expect(done).toHaveLength(6);
  expect(new Set(done).size).toBe(6);
  await runner.stop();
});

const events = `SELECT xmin::text AS commit FROM event WHERE run_id = $1 AND key LIKE 'activity:%'`;

test('activities that are over on the spot are written with the end before them', async () => {
  const runner = await runnerThat(
    async (input, { host, runId, iteration, activityId }) => {
      const filing = { runId, iteration, activityId, kind: 'file', name: JSON.stringify(input) } as const;
      await host.artifacts.put(filing, `what ${activityId} left`, { withEnd: true });
      return { amount: 1 };
    },
    { hostId: 'eight', begins: 'instant' },
  );
  const run = await startToyRun(toyEngine(pool), { goal: 20 });
  await until(state(run), (now) => now === 'ASK');
  const { rows } = await pool.query<{ commit: string }>(events, [run]);
  expect(rows).toHaveLength(20);
  // The first is taken from a queue, the next comes of that by itself, and then eight ends at a time are one.
  expect(new Set(rows.map(({ commit }) => commit)).size).toBeLessThanOrEqual(5);
  const { rows: done } = await pool.query(
    `SELECT a.output, convert_from(c.data, 'UTF8') = 'what ' || a.id || ' left' AS "isLeft"
     FROM activity a JOIN run_artifact f ON f.activity_id = a.id JOIN artifact_chunk c ON c.hash = f.hash
     WHERE a.run_id = $1 AND a.status = 'done'`,
    [run],
  );
  expect(done).toEqual(Array.from({ length: 20 }, () => ({ output: { amount: 1 }, isLeft: true })));
  expect((await replayRun(toyEngine(pool), run)).equal).toBe(true);
  await runner.stop();
});

test('an end that somebody forestalls is written alone, and what followed it on the spot is done anew', async () => {
  let calls = 0;
  const runner = await runnerThat(
    async (_input, { runId }) => {
      calls += 1;
      if (calls === 4) await send(toyEngine(pool), runId, { type: 'engine.pause', key: 'pause', actor: 'eve' });
      return { amount: 1 };
    },
    { hostId: 'nine', begins: 'instant' },
  );
  const run = await startToyRun(toyEngine(pool), { goal: 6 });
  const held = async () =>
    (await pool.query(`SELECT 1 FROM activity WHERE run_id = $1 AND status = 'held'`, [run])).rowCount;
  await until(held, (count) => count === 1);
  await send(toyEngine(pool), run, { type: 'engine.resume', key: 'resume', actor: 'eve' });
  await until(state(run), (now) => now === 'ASK');
  const { rows } = await pool.query<{ status: string }>('SELECT status FROM activity WHERE run_id = $1', [run]);
  expect(rows).toEqual(Array.from({ length: 6 }, () => ({ status: 'done' })));
  expect(calls).toBeGreaterThan(6);
  expect((await replayRun(toyEngine(pool), run)).equal).toBe(true);
  await runner.stop();
});

test('what waits for its confirmation, or takes its time, is begun by a step of its own', async () => {
  const runner = await runnerThat(
    async (_input, { activityId, confirmed }) => {
      if (activityId < '8') await confirmed;
      else await wait(60);
      return { amount: 1 };
    },
    { hostId: 'ten', begins: 'instant' },
  );
  const run = await startToyRun(toyEngine(pool), { goal: 6 });
  await until(state(run), (now) => now === 'ASK');
  const { rows } = await pool.query<{ commit: string }>(events, [run]);
  expect(new Set(rows.map(({ commit }) => commit)).size).toBe(6);
  await runner.stop();
});

test('a gently stopped runner hands its idempotent work to the next', async () => {
  const first = await runnerThat(async (_input, { signal }) => await wait(60_000, { amount: 0 }, { signal }), {
    hostId: 'six',
  });
  const engine = toyEngine(pool);
  const run = await startToyRun(engine, { goal: 1 });
  await until(
    async () => (await pool.query('SELECT status FROM activity WHERE run_id = $1', [run])).rows[0]?.status,
    (status) => status === 'running',
  );
  const stopping = first.stop();
  const second = await runnerThat(async () => ({ amount: 1 }), { hostId: 'six' });
  await stopping;
  await until(state(run), (now) => now === 'ASK');
  await second.stop();
}, 60_000);
