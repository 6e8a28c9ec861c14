import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { expect, test, vi } from 'vitest';
import { filedRecords } from '#server/activities/filed.ts';
import { forkRun } from '#server/engine/fork-run.ts';
import { replayRun } from '#server/engine/replay-run.ts';
import { send } from '#server/engine/send.ts';
import { startToyRun, toyEngine } from '#server/testing/toy-engine.ts';
import { toyRunners } from '#server/testing/toy-runners.ts';

const { pool, runnerThat, isIn, hasOne } = await toyRunners();

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
  await hasOne(run, 'held');
  expect(done).toHaveLength(3);
  expect(begun).toHaveLength(4);

  await send(person, run, { type: 'engine.resume', payload: {}, key: 'resume', actor: 'eve' });
  await isIn(run, 'ASK');
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
  await isIn(run, 'DONE');
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
  await isIn(run, 'ASK');
  const { rows } = await pool.query<{ commit: string }>(events, [run]);
  expect(rows).toHaveLength(20);
  // The first is taken from a queue, the next comes of that by itself, and then many ends at a time are one.
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

test('the records of a run are read once as long as nobody else moves it, and are seen as they stand', async () => {
  const seen: string[] = [];
  const runner = await runnerThat(
    async (input, context) => {
      const { round } = input as { round: number };
      if (round === 6) await send(toyEngine(pool), context.runId, note);
      seen.push(`${round}: ${(await filedRecords(context, 'round')).length}`);
      return { amount: 1 };
    },
    { hostId: 'eleven', begins: 'ahead' },
  );
  const asked = vi.spyOn(pool, 'query');
  const run = await startToyRun(toyEngine(pool), { goal: 20 });
  await isIn(run, 'ASK');
  expect([...new Set(seen)]).toEqual(Array.from({ length: 20 }, (_, done) => `${done + 1}: ${done}`));
  const reads = asked.mock.calls.filter(([query]) => (query as { name?: string }).name === 'records-of-run');
  // Nothing is known of a run that was read: at first, and after the note.
  expect(reads.length).toBeLessThan(10);
  asked.mockRestore();
  await runner.stop();
});

const note = { type: 'control.message', payload: { by: 'eve', text: 'a note' }, key: 'note', actor: 'eve' };

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
  await hasOne(run, 'held');
  await send(toyEngine(pool), run, { type: 'engine.resume', key: 'resume', actor: 'eve' });
  await isIn(run, 'ASK');
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
  await isIn(run, 'ASK');
  const { rows } = await pool.query<{ commit: string }>(events, [run]);
  expect(new Set(rows.map(({ commit }) => commit)).size).toBe(6);
  await runner.stop();
});

test('what an end in the midst of others left is seen at its time, and a fork there has nothing of what came later', async () => {
  const runner = await runnerThat(
    async (input, { host, runId, iteration, activityId }) => {
      const filing = { runId, iteration, activityId, kind: 'file', name: JSON.stringify(input) } as const;
      await host.artifacts.put(filing, 'left', { withEnd: true });
      return { amount: 1 };
    },
    { hostId: 'twelve', begins: 'instant' },
  );
  const run = await startToyRun(toyEngine(pool), { goal: 8 });
  await isIn(run, 'ASK');
  // Nobody is to go on with the forks.
  await runner.stop();
  const { rows } = await pool.query<{ seq: number; at: Date; filedAt: Date; finishedAt: Date }>(
    `SELECT e.seq, e.at, f.created_at AS "filedAt", a.finished_at AS "finishedAt" FROM event e
     JOIN activity a ON e.key = 'activity:' || a.id JOIN run_artifact f ON f.activity_id = a.id
     WHERE e.run_id = $1 ORDER BY e.seq`,
    [run],
  );
  expect(rows.map(({ filedAt }) => filedAt)).toEqual(rows.map(({ at }) => at));
  expect(new Set(rows.map(({ at }) => at.getTime())).size).toBe(8);
  for (const { seq } of rows) {
    const request = { runId: run, atSeq: seq, by: 'eve', reason: 'to see', commandId: `fork ${seq}` };
    const fork = await forkRun(toyEngine(pool), request);
    const filed = await pool.query('SELECT 1 FROM run_artifact WHERE run_id = $1', [fork.id]);
    expect([seq, filed.rowCount]).toEqual([seq, rows.findIndex((row) => row.seq === seq) + 1]);
  }
});
