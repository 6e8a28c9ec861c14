import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '#server/testing/eventually.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { type RunnerProcess, startRunnerProcess } from './runner-process.ts';
import { breachesOf } from './soundness.ts';
import { createStage, type Stage } from './stage.ts';

/** Longer than the time after which others take over. */
const frozenMs = Number(process.env.FIRMLOOP_FROZEN_MS ?? 30_000);

let database: TestDatabase;
let stage: Stage;
let runners: RunnerProcess[];

beforeEach(async () => {
  database = await createTestDatabase();
  stage = await createStage(database.databaseUrl);
  runners = [];
});

afterEach(async () => {
  for (const runner of runners) runner.signal('SIGKILL');
  await Promise.all(runners.map((runner) => runner.ended));
  await stage.close();
  await database.drop();
});

async function runner(home = stage.home): Promise<RunnerProcess> {
  const started = startRunnerProcess({ databaseUrl: stage.databaseUrl, home, slots: 2 });
  runners.push(started);
  await started.ready;
  return started;
}

async function someRuns(): Promise<void> {
  await Promise.all([stage.launchFirmware(), stage.launchFirmware(), stage.startToy(10), stage.startToy(10)]);
}

/** Waits until the runner works on something. */
async function busy(pid: number): Promise<void> {
  await eventually(`runner ${pid} works`, async () => (await statuses(pid)).includes('running'));
}

async function statuses(pid: number): Promise<string[]> {
  const { rows } = await stage.engine.pool.query<{ status: string }>(
    'SELECT a.status FROM activity a JOIN runner n ON n.id = a.runner_id WHERE n.pid = $1',
    [pid],
  );
  return rows.map(({ status }) => status);
}

async function soundAtTheEnd(): Promise<void> {
  expect(await stage.notEndedWithin(60_000)).toEqual([]);
  expect(await breachesOf(stage.engine, stage.home)).toEqual([]);
}

test('two runners share the runs of one home, and each does a part', async () => {
  const [first, second] = await Promise.all([runner(), runner()]);
  await someRuns();
  await soundAtTheEnd();
  expect([await statuses(first.pid), await statuses(second.pid)]).not.toContain([]);
  const { rows } = await stage.engine.pool.query(`SELECT 1 FROM activity WHERE status = 'lost'`);
  expect(rows).toEqual([]);
}, 120_000);

test('a runner that is stopped gently ends what it can, hands over the rest, and leaves with exit code 0', async () => {
  const first = await runner();
  await someRuns();
  await busy(first.pid);
  await runner();
  first.signal('SIGTERM');
  expect(await first.ended).toBe(0);
  await soundAtTheEnd();
}, 120_000);

test(`a runner that stood still for ${frozenMs / 1000} s and goes on harms nothing: it finds itself replaced and ends`, async () => {
  const [frozen] = await Promise.all([runner(), runner()]);
  await someRuns();
  await busy(frozen.pid);
  frozen.signal('SIGSTOP');
  const thawsAt = performance.now() + frozenMs;
  await eventually('its work was taken over', async () => !(await statuses(frozen.pid)).includes('running'), frozenMs);
  await eventually('the time of standing still is over', () => performance.now() > thawsAt, frozenMs + 1_000);
  frozen.signal('SIGCONT');
  expect(await frozen.ended).toBe(1);
  await soundAtTheEnd();
}, 180_000);

test('the death of a runner is noticed from another host within 20 s', async () => {
  const first = await runner();
  await stage.startToy(100);
  await busy(first.pid);
  const elsewhere = await createStage(database.databaseUrl);
  await runner(elsewhere.home);
  // The witness may call nobody dead before it has itself been there for as long.
  const { pool } = stage.engine;
  await pool.query(`UPDATE runner SET unbroken_since = now() - interval '1 minute'`);
  first.signal('SIGKILL');
  const diedAt = Date.now();
  await eventually('the run has heard of it', async () => (await statuses(first.pid)).includes('lost'), 25_000);
  expect(Date.now() - diedAt).toBeLessThan(20_000);
  await elsewhere.close();
}, 60_000);
