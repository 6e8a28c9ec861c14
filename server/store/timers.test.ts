import { expect, test } from 'vitest';
import { controlEvent, engineEvent } from '#lib/engine/events.ts';
import type { Json } from '#lib/engine/json.ts';
import { send } from '#server/engine/send.ts';
import { testPool } from '#server/testing/test-pool.ts';
import { startToyRun, toyEngine } from '#server/testing/toy-engine.ts';
import { type DueTimer, dueTimers, takeTimer } from './timers.ts';

const pool = await testPool();

/** A run whose time is up, and its timer as a runner has just found it. */
async function timeIsUp(): Promise<DueTimer> {
  const run = await startToyRun(toyEngine(pool), { goal: 1 });
  await pool.query(`UPDATE timer SET due_at = now() - interval '1 s' WHERE run_id = $1 AND id = 'engine.run'`, [run]);
  const timer = (await dueTimers(pool)).find(({ runId }) => runId === run);
  if (timer === undefined) throw new Error('the timer is not due');
  return timer;
}

const said = async (run: string, type: string, payload: { readonly [field: string]: Json }) =>
  await send(toyEngine(pool), run, { type, payload, key: type, actor: 'eve' });

test('of several runners one fires a timer', async () => {
  const timer = await timeIsUp();
  const taken = await Promise.all([1, 2, 3].map(() => takeTimer(pool, timer, 5_000)));
  expect(taken.filter((mine) => mine)).toHaveLength(1);
});

test.each([
  ['given more time', controlEvent.limits, { changes: { minutes: 90 } }],
  ['paused', engineEvent.pause, {}],
])('a run that was %s at the last moment is not timed out', async (_, type, payload) => {
  const timer = await timeIsUp();
  await said(timer.runId, type, payload);
  expect(await takeTimer(pool, timer, 5_000)).toBe(false);
});
