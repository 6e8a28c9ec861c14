import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { runnableActivity } from '#server/activities/activities.ts';
import type { RunnableActivity } from '#server/activities/context.ts';
import { installedEngine } from '#server/engine/installed.ts';
import { replayRun } from '#server/engine/replay-run.ts';
import { send } from '#server/engine/send.ts';
import { runnerTunables } from '#server/runner/tunables.ts';
import { firmware, setting } from './firmware.ts';
import { play, standForFile } from './kit.ts';

// However busy the host is, what begins on the spot has its time.
Object.assign(runnerTunables, { patienceMs: 5_000 });

const begun: string[] = [];
const done: string[] = [];
const stand = standForFile({ activity: forestalled });

/** At the end of each activity somebody leaves a note that the runner does not hear of before it goes on. */
function forestalled(name: string): RunnableActivity | null {
  const real = runnableActivity(name);
  if (real === null) return null;
  return {
    ...real,
    async run(input, context) {
      begun.push(context.activityId);
      const output = await real.run(input, context);
      await context.confirmed;
      done.push(context.activityId);
      await send(installedEngine(stand().pool), context.runId, {
        type: 'control.message',
        payload: { by: 'eve', text: `${name} is over` },
        key: randomUUID(),
        actor: 'eve',
      });
      return output;
    },
  };
}

test('a run that is forestalled at every step ends as any other, and nothing that was begun in vain leaves a trace', async () => {
  const patches = [setting('a=1\nb=1\nc=0\n'), setting('a=0\nb=1\nc=0\n'), setting('a=1\nb=1\nc=1\n')];
  const story = await play(stand(), firmware({ patches }));
  expect(story.outcome, story.trace).toBe('SUCCESS');
  expect(story.iterations.at(-1)?.counts?.passed).toBe(3);

  const { rows } = await stand().pool.query<{ id: string; status: string }>(
    'SELECT id, status FROM activity WHERE run_id = $1',
    [story.runId],
  );
  expect(rows.filter(({ status }) => status !== 'done')).toEqual([]);
  expect(done.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
  expect(begun.length).toBeGreaterThan(done.length + 10);
  expect((await replayRun(stand().engine, story.runId)).equal).toBe(true);
}, 120_000);

const quiet = standForFile({ activity: forestalledAfterTests });
const tried: string[] = [];
const unstopped = new AbortController().signal;

/** Whoever goes on with what the tests say finds that somebody has left a note meanwhile, when the next patch is in the tree. */
function forestalledAfterTests(name: string): RunnableActivity | null {
  const real = runnableActivity(name);
  if (real === null) return null;
  return {
    ...real,
    async run(input, context) {
      if (name === 'apply-patch') tried.push(context.activityId);
      // Nothing stops a patch once it is being written.
      const output = await real.run(input, name === 'apply-patch' ? { ...context, signal: unstopped } : context);
      if (name !== 'run-tests') return output;
      await context.confirmed;
      const note = { payload: { by: 'eve', text: 'go on' }, key: randomUUID(), actor: 'eve' };
      await send(installedEngine(quiet().pool), context.runId, { type: 'control.message', ...note });
      return output;
    },
  };
}

test('a patch that was applied for a step that somebody forestalled is taken back, and tried as if it had never been', async () => {
  const patches = [setting('a=1\nb=1\nc=0\n'), setting('a=0\nb=1\nc=0\n'), setting('a=1\nb=1\nc=1\n')];
  const story = await play(quiet(), firmware({ patches }));
  expect(story.outcome, story.trace).toBe('SUCCESS');
  const { rows } = await quiet().pool.query<{ id: string; name: string; output: { passedOver?: { count: number } } }>(
    `SELECT id, name, output FROM activity WHERE run_id = $1 AND status = 'done'`,
    [story.runId],
  );
  const proposed = rows.filter(({ name }) => name === 'propose-patch');
  expect(proposed.map(({ output }) => output.passedOver?.count ?? 0)).toEqual(proposed.map(() => 0));
  expect(tried.length).toBeGreaterThan(rows.filter(({ name }) => name === 'apply-patch').length);
  expect((await replayRun(quiet().engine, story.runId)).equal).toBe(true);
}, 120_000);
