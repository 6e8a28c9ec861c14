import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#server/testing/eventually.ts';
import { createOwnPostgres, type OwnPostgres } from './own-postgres.ts';
import { type RunnerProcess, startRunnerProcess } from './runner-process.ts';
import { breachesOf } from './soundness.ts';
import { createStage, type Stage } from './stage.ts';

/** How long Postgres stays away. From 12 s on the runner's watchdog also stops its commands. */
const awayMs = Number(process.env.FIRMLOOP_AWAY_MS ?? 6_000);

let postgres: OwnPostgres;
let stage: Stage;
let runner: RunnerProcess;

beforeAll(async () => {
  postgres = await createOwnPostgres();
  stage = await createStage(postgres.databaseUrl);
  runner = startRunnerProcess({ databaseUrl: postgres.databaseUrl, home: stage.home });
  await runner.ready;
});

afterAll(async () => {
  runner.signal('SIGKILL');
  await runner.ended;
  await stage.close();
  await postgres.remove();
});

async function someRuns(): Promise<void> {
  await Promise.all([stage.launchFirmware(), stage.startToy(12)]);
  await eventually('something is worked on', async () => (await working()) > 0);
}

async function working(): Promise<number> {
  const { rowCount } = await stage.engine.pool.query(`SELECT 1 FROM activity WHERE status = 'running'`);
  return rowCount ?? 0;
}

test('work goes on when the server cuts every connection of the runner, the listening ones too', async () => {
  await someRuns();
  const cut = await stage.engine.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'firmloop-%' AND pid <> pg_backend_pid()`,
  );
  expect(cut.rowCount).toBeGreaterThan(2);
  expect(await stage.notEndedWithin(60_000)).toEqual([]);
  expect(await breachesOf(stage.engine, stage.home)).toEqual([]);
}, 120_000);

test(`work goes on after Postgres was away for ${awayMs / 1000} s, and the log is not flooded`, async () => {
  await someRuns();
  const before = (await runner.log()).length;
  await postgres.kill();
  const backAt = performance.now() + awayMs;
  await eventually('the outage is over', () => performance.now() > backAt, awayMs + 1_000);
  await postgres.start();
  expect(await stage.notEndedWithin(90_000)).toEqual([]);
  expect(await breachesOf(stage.engine, stage.home)).toEqual([]);
  expect(runner.isAlive()).toBe(true);
  const said = (await runner.log())
    .slice(before)
    .split('\n')
    .filter((line) => line !== '');
  expect(said.length).toBeLessThan(25);
}, 180_000);
