import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { engineEvent } from '#lib/engine/events.ts';
import { failedEvent } from '#lib/engine/names.ts';
import { send } from '#server/engine/send.ts';
import { sweepMarker } from '#server/process/process-group.ts';
import { runCommand } from '#server/process/run-command.ts';
import { claimActivity } from '#server/store/claim-activity.ts';
import { endRunner, requeueOrphans } from '#server/store/lost-activities.ts';
import { registerRunner, silentRunners } from '#server/store/runner-rows.ts';
import { storedRun } from '#server/store/stored-run.ts';
import { testPool } from '#server/testing/test-pool.ts';
import { startToyRun, toyEngine } from '#server/testing/toy-engine.ts';
import { declareDead, processStart, takeOver } from './take-over.ts';

const pool = await testPool();
const engine = toyEngine(pool);

async function liveRunner(pid = 1): Promise<string> {
  const id = randomUUID();
  await registerRunner(pool, {
    id,
    hostId: 'somewhere',
    hostName: 'somewhere',
    pid,
    processStart: processStart(pid) ?? '',
    queues: [],
    slots: 1,
    sandbox: {},
  });
  return id;
}

async function activityOf(run: string): Promise<{ id: string; status: string }> {
  const { rows } = await pool.query('SELECT id, status FROM activity WHERE run_id = $1', [run]);
  return rows[0];
}

test('a run that is aborted after its runner died, before anybody took the work over, comes to its end', async () => {
  const run = await startToyRun(engine, { goal: 1 });
  const runner = await liveRunner();
  await claimActivity(pool, (await activityOf(run)).id, runner, 'somewhere');
  await endRunner(pool, runner, 'lost', 'it was silent');
  await send(engine, run, { type: engineEvent.abort, key: 'abort', actor: 'eve' });
  await takeOver(engine);
  expect((await storedRun(pool, run)).state).toBe('ABORTED');
});

test('a job that is claimed at the moment when it looks lost is not handed out a second time', async () => {
  const run = await startToyRun(engine, { goal: 1 });
  const runner = await liveRunner();
  const { id } = await activityOf(run);
  await pool.query(`UPDATE pgboss.job SET state = 'active', started_on = now() - interval '1 minute'`);
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT claim_activity($1, $2, $3)', [id, runner, 'somewhere']);
    const requeued = requeueOrphans(pool);
    await Promise.race([requeued, untilSomebodyWaits()]);
    await client.query('COMMIT');
    await requeued;
  } finally {
    client.release();
  }
  expect((await activityOf(run)).status).toBe('running');
});

/** Resolves once a connection of this database waits for a lock, or after so long that none will. */
async function untilSomebodyWaits(): Promise<void> {
  const deadline = Date.now() + 5_000;
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  while (Date.now() < deadline && (await pool.query(waiting)).rowCount === 0);
}

test('an activity that was cancelled or taken is not queued again by anybody', async () => {
  const run = await startToyRun(engine, { goal: 1 });
  const { id } = await activityOf(run);
  await claimActivity(pool, id, await liveRunner(), 'somewhere');
  await pool.query('SELECT enqueue_activity($1)', [id]);
  expect((await activityOf(run)).status).toBe('running');
});

test('what a process says that was ended in a take-over is no result: the activity was cut off', async () => {
  const run = await startToyRun(toyEngine(pool, { idempotent: false }), { goal: 1 });
  const [me, frozen] = [await liveRunner(), await liveRunner(process.pid)];
  const { id } = await activityOf(run);
  const held = await claimActivity(pool, id, frozen, 'somewhere');
  const begun = Promise.withResolvers<void>();
  const command = {
    argv: { shell: 'echo begun; sleep 60' },
    cwd: '/',
    deadlineMs: 60_000,
    outputCapBytes: 100,
  } as const;
  const reported = runCommand(
    { ...command, env: {}, graceMs: 100, stdin: 'closed', marker: id },
    { onChunk: () => begun.resolve() },
  ).then(async ({ endedBy, reason }) => {
    const error = { code: 'BUILD_FAILED', message: reason };
    const finish = {
      activityId: id,
      runnerId: frozen,
      from: 'running',
      status: 'failed',
      output: null,
      error,
    } as const;
    const payload = { visit: held?.visit ?? 0, error };
    const sent = await send(engine, run, {
      type: failedEvent('toil'),
      payload,
      key: `activity:${id}`,
      actor: 'runner',
      finish,
    });
    return { endedBy, fate: sent.fate };
  });
  await begun.promise;
  await pool.query(`UPDATE runner SET renewed_at = now() - interval '1 minute' WHERE id = $1`, [frozen]);
  await pool.query(`UPDATE runner SET unbroken_since = now() - interval '1 minute' WHERE id = $1`, [me]);
  await declareDead(engine, { runnerId: me, hostId: 'somewhere' });
  await sweepMarker(id);
  expect(await reported).toEqual({ endedBy: 'signal', fate: 'stale' });
  await takeOver(engine);
  const { rows } = await pool.query(`SELECT error->>'code' AS code FROM activity WHERE id = $1`, [id]);
  expect(rows).toEqual([{ code: 'ACTIVITY_LOST' }]);
});

test.each([
  ['another that is silent', { me: '1 s', unbroken: '60 s', other: '60 s' }, true],
  ['nobody when it has been silent itself', { me: '60 s', unbroken: '90 s', other: '60 s' }, false],
  ['nobody soon after a break of its own', { me: '1 s', unbroken: '5 s', other: '60 s' }, false],
])('a runner may call dead: %s, and never itself', async (_, { me, unbroken, other }, dies) => {
  const [asking, silent] = [await liveRunner(), await liveRunner()];
  const renewed = `UPDATE runner SET renewed_at = now() - $2::interval, unbroken_since = now() - $3::interval WHERE id = $1`;
  await pool.query(renewed, [asking, me, unbroken]);
  await pool.query(renewed, [silent, other, other]);
  const found = await silentRunners(pool, asking, { silentMs: 17_000, unbrokenMs: 8_000 });
  expect(found.includes(silent)).toBe(dies);
  expect(found).not.toContain(asking);
});
