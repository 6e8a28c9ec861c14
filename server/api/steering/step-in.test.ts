import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { send } from '#server/engine/send.ts';
import { storedRun } from '#server/store/stored-run.ts';
import { testPool } from '#server/testing/test-pool.ts';
import { startToyRun, toyEngine } from '#server/testing/toy-engine.ts';
import type { Services } from '../services.ts';
import { planDeed } from './plan-deed.ts';
import { type GivenDeed, stepIn } from './step-in.ts';

const pool = await testPool();
const services = { pool, engine: toyEngine(pool) } as Services;
let runId: string;

beforeEach(async () => {
  runId = await startToyRun(services.engine, { goal: 9 });
});
const pausing = (by: string, more: Partial<GivenDeed> = {}): GivenDeed => ({
  ...{ runId, deed: { kind: 'pause' }, by, reason: 'lunch', commandId: randomUUID(), since: 1 },
  ...more,
});

async function told(): Promise<string[]> {
  const { rows } = await pool.query<{ reason: string }>(
    `SELECT reason FROM transition WHERE run_id = $1 AND event_type LIKE 'engine.%' ORDER BY seq`,
    [runId],
  );
  return rows.map(({ reason }) => reason);
}

test('one wish sent three times at once is one effect, and nobody is told otherwise', async () => {
  const wish = pausing('eve');
  await Promise.all([stepIn(services, wish), stepIn(services, wish), stepIn(services, wish)]);
  await stepIn(services, wish);
  expect(await told()).toEqual(['paused by eve: lunch']);
});

test('of two people who act on one sight of a run, the second is told what the first did', async () => {
  await stepIn(services, pausing('eve'));
  const late = stepIn(services, pausing('ada', { deed: { kind: 'abort' } }));
  await expect(late).rejects.toThrow('eve was quicker: pause while you looked.');
  const { seq } = await storedRun(pool, runId);
  await stepIn(services, pausing('ada', { deed: { kind: 'resume' }, since: seq }));
  expect(await told()).toEqual(['paused by eve: lunch', 'resumed by ada: lunch']);
});

test('a run that went on by itself since the person looked is stepped into as it is now', async () => {
  await pool.query(`UPDATE activity SET status = 'done' WHERE run_id = $1`, [runId]);
  const toiled = { type: 'xstate.done.actor.toil', payload: { visit: 1, output: { amount: 1 } } };
  await send(services.engine, runId, { ...toiled, key: 'toil', actor: 'runner' });
  await stepIn(services, pausing('eve'));
  expect(await told()).toEqual(['paused by eve: lunch']);
});

test('what would happen is told by the machine itself, and nothing is written', async () => {
  const { effects } = await planDeed(services, pausing('eve', { deed: { kind: 'abort' } }));
  expect(effects).toEqual([
    'It stays in WORK.',
    'toil, which runs now, is stopped and proved gone first.',
    'The run ends once 1\u00a0activity in flight is proved gone.',
  ]);
  expect(await told()).toEqual([]);
});

test('what the run does not take is refused with its reason', async () => {
  const resume = planDeed(services, pausing('eve', { deed: { kind: 'resume' } }));
  await expect(resume).rejects.toThrow('The run is not paused.');
  const accept = stepIn(services, pausing('eve', { deed: { kind: 'accept' } }));
  await expect(accept).rejects.toThrow('WORK does not take control.accept');
});
