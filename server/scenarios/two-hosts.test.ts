import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { engineEvent } from '#lib/engine/events.ts';
import { runnableActivity } from '#server/activities/activities.ts';
import type { RunnableActivity } from '#server/activities/context.ts';
import { makeTinyFirmware } from '#server/chaos/tiny-firmware.ts';
import { openPool } from '#server/db/pool.ts';
import { installedEngine } from '#server/engine/installed.ts';
import { replayRun } from '#server/engine/replay-run.ts';
import { finaliseEndedRuns } from '#server/finalise/finalise-ended-runs.ts';
import { type Runner, startRunner } from '#server/runner/runner.ts';
import { eventually } from '#server/testing/eventually.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { newFolder } from './firmware.ts';
import { launch, type Stand, storyOf } from './kit.ts';
import { stuckIn } from './stuck-in.ts';

const log = pino({ level: 'silent' });

let database: TestDatabase;
let pool: Pool;
const runners: Runner[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.databaseUrl, { max: 14, name: 'two-hosts' });
});

afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function runnerIn(home: string, activity: (name: string) => RunnableActivity | null): Promise<Runner> {
  const hostId = home.replaceAll('/', '-');
  const runner = await startRunner({
    databaseUrl: database.databaseUrl,
    engine: installedEngine(pool),
    activity,
    hostId,
    home,
    slots: 2,
    sandbox: {},
    redact: (text) => text,
    log,
    drainMs: 0,
    hostGoneAfterMs: 500,
    finalise: () => finaliseEndedRuns(pool, { home, hostId, log }),
  });
  runners.push(runner);
  return runner;
}

/** A run whose host ends for good in an iteration, with its data folder and the repository. */
async function strandedRun(
  stuck: string,
  iteration: number,
): Promise<{ stand: Stand; runId: string; elsewhere: string }> {
  const root = newFolder();
  const home = join(root, 'here');
  const elsewhere = join(root, 'elsewhere');
  const folder = join(root, 'firmware');
  await Promise.all([home, elsewhere].map((path) => mkdir(path)));
  await makeTinyFirmware(folder);
  const stand = { pool, engine: installedEngine(pool), databaseUrl: database.databaseUrl, home };
  const { activity, reached } = stuckIn(stuck, iteration);
  const runner = await runnerIn(home, activity);
  const runId = await launch(stand, folder);
  await reached;
  await runner.stop();
  for (const path of [home, folder]) await rename(path, `${path}.gone`);
  return { stand, runId, elsewhere };
}

describe('a run whose host never comes back', { timeout: 180_000 }, () => {
  test.each([
    ['analyse-cause', 'before it has a patch'],
    ['run-tests', 'between its build and its tests'],
  ])('is brought to its goal by another host: cut off in %s, %s', async (stuck) => {
    const { stand, runId, elsewhere } = await strandedRun(stuck, 3);
    await runnerIn(elsewhere, runnableActivity);
    const story = await storyOf(stand, runId);
    expect(story.outcome, story.trace).toBe('SUCCESS');
    const moves = story.transitions.filter(({ event }) => event === engineEvent.moved);
    expect(moves).toMatchObject([{ reason: expect.stringContaining('no runner of the first has been there') }]);
    expect(await replayRun(stand.engine, runId)).toMatchObject({ equal: true });
    await eventually('the run is wrapped up', async () => {
      const { rowCount } = await pool.query('SELECT 1 FROM run WHERE id = $1 AND finalised_at IS NOT NULL', [runId]);
      return rowCount === 1;
    });
  });

  test('ends with what was missing when its base was not kept', async () => {
    const { stand, runId, elsewhere } = await strandedRun('analyse-cause', 2);
    await pool.query(`DELETE FROM run_artifact WHERE run_id = $1 AND kind = 'bundle' AND iteration = 0`, [runId]);
    await runnerIn(elsewhere, runnableActivity);
    const story = await storyOf(stand, runId);
    expect(story.outcome, story.trace).toBe('FAILURE');
    expect(story.reason).toMatch(/is not on this host, and no bundle of the base commit [0-9a-f]{12} was kept/);
    expect(await replayRun(stand.engine, runId)).toMatchObject({ equal: true });
  });
});
