import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { runnableActivity } from '#server/activities/activities.ts';
import type { RunnableActivity } from '#server/activities/context.ts';
import { makeTinyFirmware } from '#server/chaos/tiny-firmware.ts';
import { openPool } from '#server/db/pool.ts';
import { installedEngine } from '#server/engine/installed.ts';
import { replayRun } from '#server/engine/replay-run.ts';
import { type Runner, startRunner } from '#server/runner/runner.ts';
import { newFolder } from '#server/scenarios/firmware.ts';
import { launch, type Stand, storyOf } from '#server/scenarios/kit.ts';
import { stuckIn } from '#server/scenarios/stuck-in.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { worktreesFolder } from '#server/workspace/workspace.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

async function standIn(home: string): Promise<Stand> {
  const database = await createTestDatabase();
  const pool = openPool(database.databaseUrl, { max: 8, name: 'goes-on' });
  onTestFinished(async () => {
    await pool.end();
    await database.drop();
  });
  return { pool, engine: installedEngine(pool), databaseUrl: database.databaseUrl, home };
}

async function runnerOf(stand: Stand, activity: (name: string) => RunnableActivity | null): Promise<Runner> {
  const host = { hostId: 'here', home: stand.home, slots: 1, sandbox: {}, redact: (text: string) => text };
  const log = pino({ level: 'silent' });
  const runner = await startRunner({ ...stand, ...host, activity, log, drainMs: 0 });
  onTestFinished(() => runner.stop());
  return runner;
}

test('a run whose tests ran while the backup was taken goes on after the restore on a worktree built anew, to its goal', async () => {
  const root = newFolder();
  const home = join(root, 'home');
  const firmware = join(root, 'firmware');
  await mkdir(home);
  await makeTinyFirmware(firmware);
  const before = await standIn(home);
  const { activity, reached } = stuckIn('run-tests', 2);
  const first = await runnerOf(before, activity);
  const runId = await launch(before, firmware);
  await reached;
  const file = join(root, 'live.backup');
  const signal = new AbortController().signal;
  await writeBackup(before.databaseUrl, file, signal);
  await first.stop();

  const after = await standIn(home);
  await restoreBackup(after.databaseUrl, file, { replace: false, home, actor: 'ada', signal });
  expect(existsSync(worktreesFolder(home))).toBe(false);
  // The machine was started anew since: the process of the former runner is somebody else's.
  await after.pool.query(`UPDATE runner SET process_start = 'another'`);
  await runnerOf(after, runnableActivity);
  const story = await storyOf(after, runId);
  expect(story.outcome, story.trace).toBe('SUCCESS');
  expect(await replayRun(after.engine, runId)).toMatchObject({ equal: true });
});
