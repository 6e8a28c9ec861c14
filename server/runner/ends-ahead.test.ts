import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ActivityFailure, type RunnableActivity } from '#server/activities/context.ts';
import { createArtifactStore } from '#server/artifacts/artifact-store.ts';
import { replayRun } from '#server/engine/replay-run.ts';
import { send } from '#server/engine/send.ts';
import type { StartedActivity } from '#server/engine/step-payload.ts';
import { nothingUnwritten } from '#server/engine/unwritten.ts';
import type { HeldActivity } from '#server/store/claim-activity.ts';
import { startToyRun, toyEngine } from '#server/testing/toy-engine.ts';
import { toyRunners } from '#server/testing/toy-runners.ts';
import { createInHand } from './in-hand.ts';
import { createSuccession } from './succession.ts';
import type { Work } from './work.ts';

const { pool, runnerThat, isIn, hasOne } = await toyRunners();

const inTree = { begins: 'ahead', endsAhead: true } as const;

/** How many transactions have written so many ends. */
async function endsOf(run: string): Promise<{ ends: number; commits: number }> {
  const { rows } = await pool.query<{ commit: string }>(
    `SELECT xmin::text AS commit FROM event WHERE run_id = $1 AND key LIKE 'activity:%'`,
    [run],
  );
  return { ends: rows.length, commits: new Set(rows.map(({ commit }) => commit)).size };
}

async function rowsOf(run: string) {
  const { rows } = await pool.query<{ status: string; log: string | null }>(
    `SELECT status, (SELECT string_agg(convert_from(data, 'UTF8'), '' ORDER BY n) FROM log_chunk WHERE activity_id = a.id) AS log
     FROM activity a WHERE run_id = $1 ORDER BY started_at, visit`,
    [run],
  );
  return rows;
}

test('what has soon worked in the tree is written with the end before it, its log too', async () => {
  const isTold: boolean[] = [];
  const runner = await runnerThat(
    async (_input, { activityId, mayChangeTree, meanwhile, log }) => {
      await mayChangeTree;
      log.say('worked');
      meanwhile(async () => {
        const told = await pool.query('SELECT 1 FROM event WHERE key = $1', [`activity:${activityId}`]);
        isTold.push(told.rowCount === 1);
        log.say('packed');
      });
      return { amount: 1 };
    },
    { hostId: 'one', ...inTree },
  );
  const run = await startToyRun(toyEngine(pool), { goal: 12 });
  await isIn(run, 'ASK');
  const { ends, commits } = await endsOf(run);
  expect(ends).toBe(12);
  expect(commits).toBeLessThanOrEqual(8);
  expect(await rowsOf(run)).toEqual(Array.from({ length: 12 }, () => ({ status: 'done', log: 'worked\npacked\n' })));
  expect(isTold).toEqual(Array(12).fill(false));
  expect((await replayRun(toyEngine(pool), run)).equal).toBe(true);
  await runner.stop();
});

test('one that may not be done twice, or takes long, is begun by a step of its own', async () => {
  const slow = await runnerThat(
    async (_input, { mayChangeTree }) => {
      await mayChangeTree;
      return await wait(80, { amount: 1 });
    },
    { hostId: 'two', ...inTree },
  );
  const long = await startToyRun(toyEngine(pool), { goal: 4 });
  await isIn(long, 'ASK');
  expect(await endsOf(long)).toEqual({ ends: 4, commits: 4 });
  await slow.stop();
  const runner = await runnerThat(
    async (_input, { mayChangeTree }) => {
      await mayChangeTree;
      return { amount: 1 };
    },
    { hostId: 'three', idempotent: false, ...inTree },
  );
  const once = await startToyRun(toyEngine(pool, { idempotent: false }), { goal: 4 });
  await isIn(once, 'ASK');
  expect(await endsOf(once)).toEqual({ ends: 4, commits: 4 });
  await runner.stop();
});

test.each([
  { name: 'prints much', text: 'x'.repeat(200_000), waitsAfter: null, isAnew: false },
  { name: 'waits for its step in the end', text: 'y', waitsAfter: 0, isAnew: false },
  { name: 'waits for it much later', text: 'z', waitsAfter: 20, isAnew: true },
])('one that $name is begun by a step of its own, and nothing is lost', async ({ text, waitsAfter, isAnew }) => {
  let calls = 0;
  const runner = await runnerThat(
    async (_input, { mayChangeTree, meanwhile, log, confirmed }) => {
      await mayChangeTree;
      calls += 1;
      meanwhile(async () => {
        log.say(text);
        if (waitsAfter) await wait(waitsAfter);
        if (waitsAfter !== null) await confirmed;
      });
      return { amount: 1 };
    },
    { hostId: `four-${text[0]}`, ...inTree },
  );
  const run = await startToyRun(toyEngine(pool), { goal: 5 });
  await isIn(run, 'ASK');
  expect(await rowsOf(run)).toEqual(Array.from({ length: 5 }, () => ({ status: 'done', log: `${text}\n` })));
  // What has followed on the spot comes to nothing.
  expect(calls > 5).toBe(isAnew);
  expect((await replayRun(toyEngine(pool), run)).equal).toBe(true);
  await runner.stop();
});

test('one whose rest fails has failed, and what it followed is kept', async () => {
  let calls = 0;
  const runner = await runnerThat(
    async (input, { mayChangeTree, meanwhile }) => {
      await mayChangeTree;
      calls += 1;
      if ((input as { round: number }).round === 4)
        meanwhile(() => Promise.reject(new ActivityFailure('LIMIT', 'no room', { final: true })));
      return { amount: 1 };
    },
    { hostId: 'five', ...inTree },
  );
  const run = await startToyRun(toyEngine(pool), { goal: 8 });
  await isIn(run, 'FAILED');
  expect((await rowsOf(run)).map(({ status }) => status)).toEqual(['done', 'done', 'done', 'failed']);
  expect(calls).toBeGreaterThan(4);
  expect((await replayRun(toyEngine(pool), run)).equal).toBe(true);
  await runner.stop();
});

test('where somebody forestalls the step, all that had followed is done anew', async () => {
  let calls = 0;
  let written = 0;
  const runner = await runnerThat(
    async (_input, { runId, mayChangeTree }) => {
      await mayChangeTree;
      calls += 1;
      if (calls === 4) {
        written = (await endsOf(runId)).ends;
        await send(toyEngine(pool), runId, { type: 'engine.pause', key: 'pause', actor: 'eve' });
      }
      return { amount: 1 };
    },
    { hostId: 'six', ...inTree },
  );
  const run = await startToyRun(toyEngine(pool), { goal: 6 });
  await hasOne(run, 'held');
  expect(written).toBeLessThan(3);
  await send(toyEngine(pool), run, { type: 'engine.resume', key: 'resume', actor: 'eve' });
  await isIn(run, 'ASK');
  expect((await rowsOf(run)).map(({ status }) => status)).toEqual(Array(6).fill('done'));
  expect(calls).toBeGreaterThan(6);
  expect((await replayRun(toyEngine(pool), run)).equal).toBe(true);
  await runner.stop();
});

test('what was stopped in the midst is no end', async () => {
  const inHand = createInHand();
  const stopsItself: RunnableActivity = {
    timeoutMs: 30_000,
    ...inTree,
    async run(_input, { mayChangeTree, signal }) {
      await mayChangeTree;
      inHand.stopAll('frozen');
      return { ok: !signal.aborted };
    },
  };
  const host = { pool, redact: (text: string) => text, artifacts: createArtifactStore(pool, (text) => text) };
  const work = { host, inHand, activity: () => stopsItself } as unknown as Work;
  const of = { runId: randomUUID(), projectId: randomUUID(), iteration: 1, name: 'toil', input: {}, idempotent: true };
  const place = { place: 'host', invokeId: 'toil', visit: 1 } as const;
  const held = { ...of, ...place, id: randomUUID(), attempt: 1 } as HeldActivity;
  const beginning = { ...of, ...place, id: randomUUID() } as StartedActivity;
  const succession = createSuccession(work, held);
  const how = { mayWork: true, atWork: () => undefined, unwritten: nothingUnwritten };
  expect(await succession.instantly(beginning, how)).toBe(null);
  await succession.abandon();
  expect(inHand.size).toBe(0);
});
