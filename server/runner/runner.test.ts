import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { ActivityFailure } from '#server/activities/context.ts';
import { replayRun } from '#server/engine/replay-run.ts';
import { send } from '#server/engine/send.ts';
import { busySecondMs } from '#server/testing/busy-second.ts';
import { eventually } from '#server/testing/eventually.ts';
import { startToyRun, toyEngine } from '#server/testing/toy-engine.ts';
import { type Toil, toyRunners } from '#server/testing/toy-runners.ts';

const { pool, runnerThat, isIn, hasOne } = await toyRunners();

test('a run is worked through to where it waits, each activity once, and replays equal', async () => {
  let calls = 0;
  const runner = await runnerThat(async () => ({ amount: ++calls }), { hostId: 'one' });
  const run = await startToyRun(toyEngine(pool), { goal: 10 });
  await isIn(run, 'ASK');
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
  await isIn(run, 'FAILED');
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
  await isIn(run, 'FAILED');
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
  await hasOne(run, 'running');
  const asked = performance.now();
  await send(engine, run, { type: 'engine.abort', payload: { reason: 'enough' }, key: 'abort', actor: 'eve' });
  await isIn(run, 'ABORTED');
  expect(performance.now() - asked).toBeLessThan(busySecondMs);
  expect((await replayRun(engine, run)).equal).toBe(true);
  await runner.stop();
});

test('what an activity has said is in its log, whatever comes of its end', async () => {
  const runner = await runnerThat(
    async (input, { log, attempt, runId }) => {
      const { round } = input as { round: number };
      log.say(`attempt ${attempt} of round ${round}`);
      if (round === 2 && attempt === 1) throw new Error('no luck');
      const declaredLost = `UPDATE activity SET status = 'lost' WHERE run_id = $1 AND status = 'running'`;
      if (round === 3) await pool.query(declaredLost, [runId]);
      return { amount: 1 };
    },
    { hostId: 'talkative' },
  );
  const run = await startToyRun(toyEngine(pool), { goal: 3 });
  const said = async () => {
    const { rows } = await pool.query(
      `SELECT a.status, convert_from(data, 'UTF8') AS said FROM activity a JOIN log_chunk c ON c.activity_id = a.id
       WHERE a.run_id = $1 ORDER BY a.visit, a.attempt`,
      [run],
    );
    return rows.map((row) => `${row.status}: ${row.said.trim()}`);
  };
  await eventually('the last has ended', async () => (await said()).length === 4);
  expect(await said()).toEqual([
    'done: attempt 1 of round 1',
    'failed: attempt 1 of round 2',
    'done: attempt 2 of round 2',
    'lost: attempt 1 of round 3',
  ]);
  await runner.stop();
});

/** The database as `pool` has it, but for steps that bring a log: those fail with what `instead` gives. */
function refusingLogs(instead: () => Promise<Error>): Pool {
  return new Proxy(pool, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name);
      return async (query: { name?: string }, ...rest: []) => {
        if (query.name === 'apply-steps-with-log') throw await instead();
        return await target.query(query as never, ...rest);
      };
    },
  });
}

test('what an activity said last is stored also where it is cancelled while the database is away', async () => {
  const run = await startToyRun(toyEngine(pool), { goal: 1 });
  const away = async () => {
    await send(toyEngine(pool), run, { type: 'engine.abort', key: 'abort', actor: 'eve' });
    return Object.assign(new Error('the connection is gone'), { code: '57P01' });
  };
  const saying: Toil = async (_input, { log }) => {
    log.say('at last');
    return { amount: 1 };
  };
  const runner = await runnerThat(saying, { hostId: 'cut-off', through: refusingLogs(away) });
  await isIn(run, 'ABORTED');
  const { rows } = await pool.query(`SELECT convert_from(data, 'UTF8') AS said FROM log_chunk WHERE run_id = $1`, [
    run,
  ]);
  expect(rows).toEqual([{ said: 'at last\n' }]);
  await runner.stop();
});

test('an end counts also where its log cannot be stored', async () => {
  const saying: Toil = async (_input, { log }) => {
    log.say('for nothing');
    return { amount: 1 };
  };
  const through = refusingLogs(async () => new Error('a fault of the log'));
  const runner = await runnerThat(saying, { hostId: 'deaf', through });
  const run = await startToyRun(toyEngine(pool), { goal: 2 });
  await isIn(run, 'ASK');
  expect((await replayRun(toyEngine(pool), run)).equal).toBe(true);
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
  for (const run of ids) await isIn(run, 'ASK');
  expect(done.size).toBe(60);
  expect([...done.values()].every((count) => count === 1)).toBe(true);
  await Promise.all(both.map((runner) => runner.stop()));
});

test('a gently stopped runner hands its idempotent work to the next', async () => {
  const first = await runnerThat(async (_input, { signal }) => await wait(60_000, { amount: 0 }, { signal }), {
    hostId: 'six',
  });
  const engine = toyEngine(pool);
  const run = await startToyRun(engine, { goal: 1 });
  await hasOne(run, 'running');
  const stopping = first.stop();
  const second = await runnerThat(async () => ({ amount: 1 }), { hostId: 'six' });
  await stopping;
  await isIn(run, 'ASK');
  await second.stop();
}, 60_000);
