import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { engineEvent } from '#lib/engine/events.ts';
import { replayRun } from '#server/engine/replay-run.ts';
import { send } from '#server/engine/send.ts';
import { claimActivity } from '#server/store/claim-activity.ts';
import { endRunner } from '#server/store/lost-activities.ts';
import { registerRunner } from '#server/store/runner-rows.ts';
import { storedTransitions } from '#server/store/stored-transitions.ts';
import { testPool } from '#server/testing/test-pool.ts';
import { startToyRun, toyEngine } from '#server/testing/toy-engine.ts';
import { moveRuns } from './move-runs.ts';
import { takeOver } from './take-over.ts';

const goneAfterMs = 60_000;

const pool = await testPool();
const engine = toyEngine(pool);

/** A runner that registered, and was last seen, so many seconds ago. */
async function runnerOn(hostId: string, { since = 600, seen = 0 } = {}): Promise<string> {
  const id = randomUUID();
  await registerRunner(pool, {
    id,
    hostId,
    hostName: hostId,
    pid: 1,
    processStart: '',
    queues: [],
    slots: 1,
    sandbox: {},
  });
  await pool.query(
    `UPDATE runner SET unbroken_since = now() - $2 * interval '1 s', renewed_at = now() - $3 * interval '1 s' WHERE id = $1`,
    [id, since, seen],
  );
  return id;
}

interface OnHost {
  readonly run: string;
  readonly host: string;
  readonly runner: string;
}

async function servedAgain(host: string): Promise<{ since?: number }> {
  await runnerOn(host);
  return {};
}

async function queueOf(host: string): Promise<string> {
  const queue = `activity/host/${host}`;
  await pool.query('SELECT pgboss.create_queue($1, $2)', [queue, { policy: 'standard' }]);
  return queue;
}

/** A toy run that works on a host of its own, whose runner was lost so many seconds ago. */
async function runOnLostHost({ seen = 120 } = {}): Promise<OnHost> {
  const host = `old-${randomUUID()}`;
  const run = await startToyRun(engine, { goal: 3 });
  const runner = await runnerOn(host, { seen });
  const { rows } = await pool.query('SELECT id FROM activity WHERE run_id = $1', [run]);
  await claimActivity(pool, rows[0].id, runner, host);
  await pool.query('UPDATE activity SET queue = $2 WHERE run_id = $1', [run, await queueOf(host)]);
  await endRunner(pool, runner, 'lost', 'it was silent');
  return { run, host, runner };
}

async function takerOn(hostId: string, ages: { since?: number } = {}) {
  await queueOf(hostId);
  return { runnerId: await runnerOn(hostId, ages), hostId, goneAfterMs };
}

async function hostOf(run: string): Promise<string> {
  return (await pool.query('SELECT host_id FROM run WHERE id = $1', [run])).rows[0].host_id;
}

async function workOf(run: string): Promise<{ status: string; queue: string; job: string | null }[]> {
  const { rows } = await pool.query(
    `SELECT a.status, a.queue, j.state AS job FROM activity a LEFT JOIN pgboss.job j ON j.id = a.job_id AND j.name = a.queue
     WHERE a.run_id = $1 AND a.status IN ('held', 'backoff', 'queued', 'running') ORDER BY a.created_at`,
    [run],
  );
  return rows;
}

test.each([
  ['handed on before the move', [takeOver, 'move']],
  ['handed on after the move', ['move', takeOver]],
] as const)('a run of a lost host goes on here, its work %s', async (_, steps) => {
  const { run, host } = await runOnLostHost();
  const taker = await takerOn(`new-${randomUUID()}`);
  for (const step of steps) await (step === 'move' ? moveRuns(engine, taker) : step(engine));
  expect(await hostOf(run)).toBe(taker.hostId);
  expect(await workOf(run)).toEqual([{ status: 'queued', queue: `activity/host/${taker.hostId}`, job: 'created' }]);
  expect((await storedTransitions(pool, run)).at(-1)).toMatchObject({
    event: engineEvent.moved,
    reason: `moved from host ${host} to host ${taker.hostId}: no runner of the first has been there for 60 s`,
  });
  expect(await replayRun(engine, run)).toMatchObject({ equal: true });
});

test('what a pause holds back stays held, and is let go on the new host', async () => {
  const { run } = await runOnLostHost();
  await send(engine, run, { type: engineEvent.pause, key: 'pause', actor: 'eve' });
  const taker = await takerOn(`new-${randomUUID()}`);
  await takeOver(engine);
  await moveRuns(engine, taker);
  expect(await workOf(run)).toMatchObject([{ status: 'held', queue: `activity/host/${taker.hostId}` }]);
  await send(engine, run, { type: engineEvent.resume, key: 'resume', actor: 'eve' });
  expect(await workOf(run)).toMatchObject([{ status: 'queued', job: 'created' }]);
});

test('an ended run that was never wrapped up moves without an event', async () => {
  const { run } = await runOnLostHost();
  await send(engine, run, { type: engineEvent.abort, key: 'abort', actor: 'eve' });
  await takeOver(engine);
  const before = await storedTransitions(pool, run);
  const taker = await takerOn(`new-${randomUUID()}`);
  await moveRuns(engine, taker);
  expect(await hostOf(run)).toBe(taker.hostId);
  expect(await storedTransitions(pool, run)).toEqual(before);
});

test.each<[string, (host: string) => Promise<{ since?: number }>, number]>([
  ['its host was served a moment ago', async () => ({}), 30],
  ['its host has a runner again', servedAgain, 120],
  ['the taker itself has not been here for as long', async () => ({ since: 5 }), 120],
])('a run stays where it is when %s', async (_, arrange, seen) => {
  const { run, host } = await runOnLostHost({ seen });
  const taker = await takerOn(`new-${randomUUID()}`, await arrange(host));
  await moveRuns(engine, taker);
  expect(await hostOf(run)).toBe(host);
});

test('of two hosts that would take a run one does', async () => {
  const { run } = await runOnLostHost();
  const takers = [await takerOn(`new-${randomUUID()}`), await takerOn(`new-${randomUUID()}`)];
  await Promise.all(takers.map((taker) => moveRuns(engine, taker)));
  const moves = (await storedTransitions(pool, run)).filter(({ event }) => event === engineEvent.moved);
  expect(moves).toHaveLength(1);
  expect((await workOf(run)).length).toBe(1);
});
