import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#server/testing/eventually.ts';
import { findMarked } from './marker-sweep.ts';
import { startThroughSpawner } from './spawner.ts';
import { spawnersOf } from './testing/spawners-of.ts';
import { attempt, freshFolder, trialSpec } from './testing/trial.ts';

const outcomeMain = fileURLToPath(new URL('./testing/outcome-main.ts', import.meta.url));

let stop: () => Promise<void>;

beforeAll(async () => {
  stop = await startThroughSpawner();
});

afterAll(() => stop());

test.each(['before the spawner is up', 'when it has its stock'])(
  'commands that come all at once, %s, each get all that is theirs',
  async (when) => {
    await stop();
    stop = await startThroughSpawner();
    for (let round = 0; round < 5; round += 1) {
      if (when !== 'before the spawner is up') await attempt(['sleep', '0.05']);
      const trials = await Promise.all(
        Array.from({ length: 30 }, (_, at) =>
          at % 2 === 0 ? attempt(['cat'], { stdin: `${at}` }) : attempt({ shell: `echo ${at}; echo ${at} >&2` }),
        ),
      );
      expect(trials.map(({ outcome }) => outcome.reason)).toEqual(trials.map(() => 'exited with status 0'));
      expect(trials.map(({ stdout }) => Number(stdout))).toEqual(trials.map((_, at) => at));
    }
  },
);

test('twenty commands at once each get their own input, and their output is whole', async () => {
  const texts = Array.from({ length: 20 }, (_, at) => `${at} `.repeat(30_000));
  const trials = await Promise.all(texts.map((stdin) => attempt(['cat'], { stdin })));
  expect(trials.map(({ stdout }) => stdout)).toEqual(texts);
});

test('a spawner that is killed ends what it has started, and the next command is started by another one', async () => {
  const [own] = await spawnersOf(process.pid);
  const folder = await freshFolder();
  const running = attempt({ shell: 'touch up; sleep 60' }, { cwd: folder });
  await eventually('the command runs', async () => (await readdir(folder)).length > 0);
  process.kill(own ?? 0, 'SIGKILL');
  expect((await running).outcome).toMatchObject({ endedBy: 'signal', signal: 'SIGKILL', survivors: [] });
  await eventually('there is another one', async () => (await spawnersOf(process.pid)).some((pid) => pid !== own));
  expect((await attempt(['echo', 'again'])).stdout).toBe('again\n');
});

test('what is locked in dies with the runner, and the spawner with its folder too', async () => {
  const folder = await freshFolder();
  const sandbox = { worktree: folder, network: false, whenMissing: 'refuse' } as const;
  const spec = trialSpec({ shell: 'trap "" TERM; setsid sleep 60 & sleep 60' }, { cwd: folder, sandbox });
  const runner = spawn(process.execPath, [outcomeMain, JSON.stringify(spec), 'spawner'], {
    env: { ...process.env, TMPDIR: folder },
  });
  await eventually('all of them run', async () => (await findMarked(spec.marker)).length >= 4);
  const spawners = await spawnersOf(runner.pid ?? 0);
  expect([spawners.length, await readdir(folder)]).toEqual([1, [expect.stringContaining('firmloop-spawner-')]]);
  runner.kill('SIGKILL');
  await eventually('none of them is left', async () => (await findMarked(spec.marker)).length === 0);
  await eventually('the spawner is gone', async () => (await readdir(folder)).length === 0);
});

test('a program that is not there is told as it is by the system', async () => {
  expect((await attempt(['no-such-program'])).outcome).toMatchObject({
    endedBy: 'not-started',
    reason: expect.stringContaining('was not found'),
  });
});

// All that holds for a command holds for one that was started so.
await import('./run-command.test.ts');
await import('./sandbox.test.ts');
