import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { afterEach, expect, test } from 'vitest';
import { replayRun } from '#server/engine/replay-run.ts';
import { send } from '#server/engine/send.ts';
import type { Runner } from '#server/runner/runner.ts';
import { storedRun } from '#server/store/stored-run.ts';
import { eventually } from '#server/testing/eventually.ts';
import { startToyRun, toyEngine } from '#server/testing/toy-engine.ts';
import { toyRunners } from '#server/testing/toy-runners.ts';
import { meetAt } from './meet-at.ts';

const { pool, runnerThat: toyRunnerThat, isIn: reaches } = await toyRunners();
const engine = toyEngine(pool, { idempotent: false });
const runners: Runner[] = [];

afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
});

/** By default on a host of its own; `toils` are the ids of the activities that were begun, in order. */
async function runnerThat({
  toil = async () => undefined,
  through = pool,
  hostId = randomUUID(),
}: {
  toil?: (signal: AbortSignal) => Promise<unknown>;
  through?: Pool;
  hostId?: string;
} = {}): Promise<{ runner: Runner; toils: string[] }> {
  const toils: string[] = [];
  const runner = await toyRunnerThat(
    async (_input, { activityId, signal, confirmed }) => {
      await confirmed;
      toils.push(activityId);
      await toil(signal);
      return { amount: 1 };
    },
    { hostId, through, begins: 'ahead', idempotent: false },
  );
  runners.push(runner);
  return { runner, toils };
}

const person = (type: string, key: string, payload = {}) => ({ type, payload, key, actor: 'eve' });
const answer = (key: string) => person('ANSWER', key, { text: 'yes' });
const toiled = (key: string) => ({
  type: 'xstate.done.actor.toil',
  payload: { visit: 1, output: { amount: 1 } },
  key,
  actor: 'runner',
});

async function activityIs(run: string, status: string): Promise<void> {
  await eventually(`an activity is ${status}`, async () => {
    const { rowCount } = await pool.query('SELECT 1 FROM activity WHERE run_id = $1 AND status = $2', [run, status]);
    return rowCount !== 0;
  });
}

async function expectSound(run: string): Promise<void> {
  expect(await replayRun(engine, run)).toMatchObject({ equal: true });
  const { rows } = await pool.query(
    `SELECT status FROM activity WHERE run_id = $1 AND status IN ('held', 'backoff', 'queued', 'running', 'cancelling')`,
    [run],
  );
  expect(rows).toEqual([]);
}

test('an answer that finds its state not yet there, and is filed when the state has come, is not lost', async () => {
  const run = await startToyRun(engine, { goal: 1 });
  const slow = toyEngine(meetAt(pool, 'file-event', { before: () => send(engine, run, toiled('step between')) }));
  await send(slow, run, answer('early'));
  expect(await storedRun(pool, run)).toMatchObject({ state: 'DONE', status: 'finished' });
});

test('an answer just after its state has come is taken at once', async () => {
  const run = await startToyRun(engine, { goal: 1 });
  await send(engine, run, toiled('step'));
  expect((await send(engine, run, answer('late'))).fate).toBe('applied');
});

test('an answer waits through the death of the process that should have delivered it', async () => {
  const run = await startToyRun(engine, { goal: 1 });
  await send(engine, run, answer('early'));
  const dying = meetAt(pool, 'pending-events', { before: () => Promise.reject(new Error('killed')) });
  await expect(send(toyEngine(dying), run, toiled('last words'))).rejects.toThrow('killed');
  expect(await storedRun(pool, run)).toMatchObject({ state: 'ASK' });
  await runnerThat();
  await reaches(run, 'DONE');
});

test.each([
  ['claim-activity', 1],
  ['apply-step', 3],
])('an activity that a runner took by an answer it never got (%s) is done, and once', async (statement, goal) => {
  const cut = meetAt(pool, statement, {
    after: () => Promise.reject(new Error('Connection terminated unexpectedly')),
  });
  const { toils } = await runnerThat({ through: cut });
  const run = await startToyRun(engine, { goal });
  await reaches(run, 'ASK');
  expect(new Set(toils).size).toBe(goal);
  expect(toils).toHaveLength(goal);
});

test('a result of a runner that was declared dead does not count, and it is given nothing more', async () => {
  const declared = Promise.withResolvers<void>();
  const dead = await runnerThat({ toil: () => declared.promise });
  const run = await startToyRun(engine, { goal: 2 });
  await activityIs(run, 'running');
  await pool.query(`UPDATE runner SET status = 'gone', ended_at = now() WHERE id = $1`, [dead.runner.id]);
  declared.resolve();
  await activityIs(run, 'lost');
  expect(dead.toils).toHaveLength(1);
});

const abandoned = 'host-of-the-dead';

test('an abort while the runner is dead ends the run when the next runner comes, and nothing is begun again', async () => {
  const run = await startToyRun(engine, { goal: 1 });
  const { rows } = await pool.query(
    `INSERT INTO runner (id, host_id, host_name, pid, process_start, queues, slots, status, sandbox)
     VALUES (gen_random_uuid(), '${abandoned}', 'x', 999999, '1', '{}', 1, 'live', '{}') RETURNING id`,
  );
  await pool.query(`UPDATE activity SET status = 'running', runner_id = $2 WHERE run_id = $1`, [run, rows[0].id]);
  await send(engine, run, person('engine.abort', 'abort', { reason: 'enough' }));
  expect(await storedRun(pool, run)).toMatchObject({ status: 'stopping' });
  const { toils } = await runnerThat({ hostId: abandoned });
  await reaches(run, 'ABORTED');
  expect(toils).toEqual([]);
  await expectSound(run);
});

test('a second abort says who was first; the same one again is the first', async () => {
  const stopped = Promise.withResolvers<void>();
  await runnerThat({ toil: () => stopped.promise });
  const run = await startToyRun(engine, { goal: 1 });
  await activityIs(run, 'running');
  const abort = person('engine.abort', 'abort', { reason: 'enough' });
  const [first, again] = [await send(engine, run, abort), await send(engine, run, abort)];
  const second = await send(engine, run, { ...abort, key: 'abort 2', actor: 'bob' });
  expect([first.fate, again.fate, again.seq]).toEqual(['applied', 'applied', first.seq]);
  expect(second).toMatchObject({ fate: 'refused', reason: 'the run is already being stopped by eve' });
  stopped.resolve();
  await reaches(run, 'ABORTED');
  await expectSound(run);
});

test('an abort at the moment of completion always ends in ABORTED, whoever comes first', async () => {
  await runnerThat({ toil: () => wait(30) });
  const aborted = Array.from({ length: 20 }, async (_, n) => {
    const run = await startToyRun(engine, { goal: 1 });
    await activityIs(run, 'running');
    await wait(20 + n);
    await send(engine, run, person('engine.abort', 'abort', { reason: 'enough' }));
    await reaches(run, 'ABORTED');
    await expectSound(run);
  });
  await Promise.all(aborted);
});

test('a pause lets the activity end and starts nothing until the run is resumed', async () => {
  const built = Promise.withResolvers<void>();
  const { toils } = await runnerThat({ toil: () => built.promise });
  const run = await startToyRun(engine, { goal: 2 });
  await activityIs(run, 'running');
  await send(engine, run, person('engine.pause', 'pause', { reason: 'lunch' }));
  built.resolve();
  await activityIs(run, 'held');
  expect(toils).toHaveLength(1);
  await send(engine, run, person('engine.resume', 'resume'));
  await reaches(run, 'ASK');
  expect(toils).toHaveLength(2);
  expect(await replayRun(engine, run)).toMatchObject({ equal: true });
});

test('a timer of a run whose machine is not installed here, or fails, does not keep the others waiting', async () => {
  const stranger = await startToyRun(engine, { goal: 1 });
  await pool.query('UPDATE run SET machine_version = 99 WHERE id = $1', [stranger]);
  await pool.query(`UPDATE activity SET status = 'cancelled' WHERE run_id = $1`, [stranger]);
  const run = await startToyRun(engine, { goal: 1 });
  await pool.query(`UPDATE timer SET due_at = now() - interval '1 minute' WHERE run_id = $1`, [stranger]);
  await pool.query(`UPDATE timer SET due_at = now() WHERE run_id = $1 AND id <> 'engine.run'`, [run]);
  const looks: number[] = [];
  const watched = new Proxy(pool, {
    get: (target, property) =>
      property === 'query'
        ? (...args: Parameters<Pool['query']>) => {
            if (Object(args[0]).name === 'due-timers') looks.push(performance.now());
            return Reflect.apply(target.query, target, args);
          }
        : Reflect.get(target, property, target),
  });
  await runnerThat({ toil: (signal) => wait(20_000, undefined, { signal }), through: watched });
  await reaches(run, 'FAILED');
  await wait(500);
  expect(looks.length).toBeLessThan(20);
});
