import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { ActivityFailure } from '#server/activities/context.ts';
import { filedArtifact } from '#server/activities/filed.ts';
import { replayRun } from '#server/engine/replay-run.ts';
import { send } from '#server/engine/send.ts';
import { eventually } from '#server/testing/eventually.ts';
import { startToyRun, toyEngine } from '#server/testing/toy-engine.ts';
import { toyRunners } from '#server/testing/toy-runners.ts';
import { runnerTunables } from './tunables.ts';

const { pool, runnerThat, isIn, hasOne } = await toyRunners();

/** The database, which writes the next step only once the answer of `until` is settled. */
function slowPool(until: () => Promise<void>): Pool {
  return new Proxy(pool, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name);
      return async (query: { name?: string }, ...rest: []) => {
        if (query.name === 'apply-steps') await until();
        return await target.query(query as never, ...rest);
      };
    },
  });
}

test('what works in the tree is at it before the step that begins it is written', async () => {
  let atWork = 0;
  let written = 0;
  // The first is taken from a queue and the second is handed over by that; each later one begins ahead.
  const isBegun = async () => {
    written += 1;
    const nth = written;
    if (nth > 1 && nth < 6) await eventually(`activity ${nth + 1} is at work`, () => atWork > nth);
  };
  const runner = await runnerThat(
    async (_input, { mayChangeTree, confirmed }) => {
      await mayChangeTree;
      atWork += 1;
      await confirmed;
      return { amount: 1 };
    },
    { hostId: 'one', begins: 'ahead', through: slowPool(isBegun) },
  );
  const run = await startToyRun(toyEngine(pool), { goal: 6 });
  await isIn(run, 'ASK');
  expect(atWork).toBe(6);
  expect((await replayRun(toyEngine(pool), run)).equal).toBe(true);
  await runner.stop();
});

test('what may not be done twice changes nothing before its step is written', async () => {
  let unwritten = 0;
  const runner = await runnerThat(
    async (_input, { mayChangeTree, activityId }) => {
      await mayChangeTree;
      const { rowCount } = await pool.query('SELECT 1 FROM activity WHERE id = $1', [activityId]);
      if (rowCount === 0) unwritten += 1;
      return { amount: 1 };
    },
    { hostId: 'two', begins: 'ahead', idempotent: false },
  );
  const run = await startToyRun(toyEngine(pool), { goal: 6 });
  await isIn(run, 'ASK');
  expect(unwritten).toBe(0);
  await runner.stop();
});

test('where somebody forestalls the step, nobody goes on before what had begun for it is over', async () => {
  const story: string[] = [];
  const runner = await runnerThat(
    async (_input, { runId, confirmed, mayChangeTree }) => {
      await mayChangeTree;
      const nth = story.push('begins');
      const isMine = await confirmed.then(
        () => true,
        () => false,
      );
      if (!isMine) {
        await wait(100);
        story.push('is over');
        throw new Error('it was stopped');
      }
      if (nth === 3) await send(toyEngine(pool), runId, { type: 'engine.pause', key: 'pause', actor: 'eve' });
      return { amount: 1 };
    },
    { hostId: 'three', begins: 'ahead' },
  );
  const run = await startToyRun(toyEngine(pool), { goal: 6 });
  await hasOne(run, 'held');
  expect(story).toEqual(['begins', 'begins', 'begins', 'begins', 'is over']);
  await send(toyEngine(pool), run, { type: 'engine.resume', key: 'resume', actor: 'eve' });
  await isIn(run, 'ASK');
  const { rows } = await pool.query<{ status: string }>('SELECT status FROM activity WHERE run_id = $1', [run]);
  expect(rows).toEqual(Array.from({ length: 6 }, () => ({ status: 'done' })));
  expect((await replayRun(toyEngine(pool), run)).equal).toBe(true);
  await runner.stop();
});

test('what is begun is left to its runner though other work waits for its hand, which is free after that', async () => {
  const done: string[] = [];
  const waiting = `INSERT INTO activity (id, run_id, invoke_id, visit, attempt, name, input, idempotent, queue, status, iteration)
    VALUES (gen_random_uuid(), $1, 'other', 1, 1, 'toil', '{}', true, 'activity/any', 'queued', 0)`;
  const runner = await runnerThat(
    async (_input, { activityId, confirmed, mayChangeTree, runId }) => {
      await mayChangeTree;
      done.push(activityId);
      await confirmed;
      if (done.length === 3) await pool.query(waiting, [runId]);
      return { amount: 1 };
    },
    { hostId: 'four', begins: 'ahead' },
  );
  const run = await startToyRun(toyEngine(pool), { goal: 6 });
  await isIn(run, 'ASK');
  // None was begun for nothing.
  expect(new Set(done).size).toBe(6);
  expect(done).toHaveLength(6);
  const { rows } = await pool.query<{ queued: boolean }>(
    `SELECT job_id IS NOT NULL AS queued FROM activity WHERE run_id = $1 AND invoke_id = 'toil' ORDER BY visit`,
    [run],
  );
  expect(rows.map(({ queued }) => queued)).toEqual([true, false, false, false, true, true]);
  await pool.query(`DELETE FROM activity WHERE invoke_id = 'other'`);
  await runner.stop();
});

test('what is left to be done meanwhile is done beside the next activity, and before anybody is told of the end', async () => {
  let begun = 0;
  const beside: { begun: number; isTold: boolean }[] = [];
  const runner = await runnerThat(
    async (_input, { activityId, mayChangeTree, meanwhile }) => {
      await mayChangeTree;
      begun += 1;
      meanwhile(async () => {
        await wait(20);
        const told = await pool.query('SELECT 1 FROM event WHERE key = $1', [`activity:${activityId}`]);
        beside.push({ begun, isTold: told.rowCount === 1 });
      });
      return { amount: 1 };
    },
    { hostId: 'five', begins: 'ahead' },
  );
  const run = await startToyRun(toyEngine(pool), { goal: 5 });
  await isIn(run, 'ASK');
  expect(beside.map(({ isTold }) => isTold)).toEqual(Array(5).fill(false));
  expect(beside.slice(1, -1).map((one) => one.begun)).toEqual([3, 4, 5]);
  await runner.stop();
});

test('an activity whose rest fails has failed, and what had begun after it is stopped', async () => {
  const stopped: boolean[] = [];
  const runner = await runnerThat(
    async (_input, { mayChangeTree, meanwhile, signal }) => {
      await mayChangeTree;
      const nth = stopped.push(false);
      if (nth === 3) meanwhile(() => Promise.reject(new ActivityFailure('LIMIT', 'no room', { final: true })));
      if (nth > 3) {
        await once(signal, 'abort');
        stopped[nth - 1] = true;
      }
      return { amount: 1 };
    },
    { hostId: 'six', begins: 'ahead' },
  );
  const run = await startToyRun(toyEngine(pool), { goal: 6 });
  await isIn(run, 'FAILED');
  expect(stopped).toEqual([false, false, false, true]);
  const { rows } = await pool.query('SELECT status, error FROM activity WHERE run_id = $1 ORDER BY started_at', [run]);
  expect(rows.at(-1)).toMatchObject({ status: 'failed', error: { code: 'LIMIT', message: 'no room' } });
  expect(rows).toHaveLength(3);
  await runner.stop();
});

/** The database's answer to the third step is lost on its way, after the step is written. */
function losesAnAnswer(): Pool {
  let written = 0;
  return new Proxy(pool, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name);
      return async (query: { name?: string }, ...rest: []) => {
        const answer = await target.query(query as never, ...rest);
        if (query.name === 'apply-steps') written += 1;
        if (query.name !== 'apply-steps' || written !== 3) return answer;
        throw Object.assign(new Error('the connection is gone'), { code: '08006' });
      };
    },
  });
}

test('what was begun for a step whose answer is lost is over before it is begun again', async () => {
  let atWork = 0;
  let most = 0;
  const runner = await runnerThat(
    async (_input, { confirmed, mayChangeTree }) => {
      await mayChangeTree;
      atWork += 1;
      most = Math.max(most, atWork);
      const isMine = await confirmed.then(
        () => true,
        () => false,
      );
      // Longer than the runner takes to find out what it holds by the database.
      if (!isMine) await wait(2 * runnerTunables.squareUpEveryMs);
      atWork -= 1;
      if (!isMine) throw new Error('it was stopped');
      return { amount: 1 };
    },
    { hostId: 'seven', begins: 'ahead', through: losesAnAnswer() },
  );
  const run = await startToyRun(toyEngine(pool), { goal: 6 });
  await isIn(run, 'ASK');
  expect(most).toBe(1);
  expect((await replayRun(toyEngine(pool), run)).equal).toBe(true);
  await runner.stop();
});

type Put = (text: string, how: { readonly withEnd?: boolean }) => Promise<string>;

test('what an activity reads ahead is what those before it have left, however they have stored it', async () => {
  const read: string[] = [];
  const nothing = async () => undefined;
  const steps = [
    nothing,
    async (put: Put) => put('with an end', { withEnd: true }),
    async (put: Put) => {
      await put('by an attempt that failed', {});
      throw new Error('not this time');
    },
    nothing,
    nothing,
    async (put: Put) => put('at once', {}),
    nothing,
    async (put: Put) => put('with another end', { withEnd: true }),
    nothing,
    nothing,
  ];
  const runner = await runnerThat(
    async (_input, context) => {
      const { host, runId, confirmed } = context;
      const filing = { runId, iteration: 0, kind: 'file', name: 'note', activityId: null } as const;
      const hash = await filedArtifact(context, filing);
      const nth = read.push(hash === null ? 'nothing' : (await host.artifacts.get(hash)).toString());
      await confirmed;
      await steps[nth - 1]?.((text, how) => host.artifacts.put(filing, text, how));
      return { amount: 1 };
    },
    { hostId: 'eight', begins: 'ahead' },
  );
  const run = await startToyRun(toyEngine(pool), { goal: steps.length - 1 });
  await isIn(run, 'ASK');
  expect(read).toEqual([
    ...['nothing', 'nothing', 'with an end'],
    ...['by an attempt that failed', 'by an attempt that failed', 'by an attempt that failed'],
    ...['at once', 'at once', 'with another end', 'with another end'],
  ]);
  await runner.stop();
});
