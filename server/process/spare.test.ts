import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { eventually } from '#server/testing/eventually.ts';
import { type Launch, prepareLaunch } from './launch.ts';
import { sandboxStatus } from './sandbox-status.ts';
import { keepSpares, type Spares } from './spare.ts';
import { keepSandboxesReady } from './start-child.ts';
import { aSpareIn, inFolder, processesOf, waitingIn } from './testing/spares.ts';
import { freshFolder, locked, trialSpec } from './testing/trial.ts';
import { processTunables } from './tunables.ts';

const { available } = await sandboxStatus();
const outcomeMain = fileURLToPath(new URL('./testing/outcome-main.ts', import.meta.url));

const over = Promise.resolve();
const opened: Spares[] = [];

afterEach(async () => {
  for (const spares of opened.splice(0)) await spares.close();
});

function sparesFor(keptMs: number): Spares {
  const spares = keepSpares(keptMs);
  opened.push(spares);
  return spares;
}

async function launchIn(folder: string, word = ''): Promise<Launch> {
  const launch = await prepareLaunch(trialSpec({ shell: `: ${folder} ${word}` }, { ...locked(folder), again: true }));
  if ('refusal' in launch) throw new Error(launch.refusal);
  return launch;
}

describe.runIf(available)('a spare', () => {
  test('leaves nothing when no more are kept, not even while it is set up', async () => {
    const folder = await freshFolder();
    for (let round = 0; round < 15; round += 1) {
      const stop = keepSandboxesReady();
      await inFolder(folder, 'true');
      await pause(processTunables.spareAfterMs + round);
      await stop();
      expect(await processesOf(folder)).toEqual([]);
    }
    await pause(2 * processTunables.spareAfterMs);
    expect(await processesOf(folder)).toEqual([]);
  });

  test('dies with the runner', async () => {
    const [folder, beside] = [await freshFolder(), await freshFolder()];
    const spec = trialSpec({ shell: `: ${folder}` }, { ...locked(folder), again: true });
    const next = trialSpec({ shell: 'touch up; sleep 60' }, locked(beside));
    const words = [outcomeMain, JSON.stringify(spec), 'again', JSON.stringify(next)];
    const runner = spawn(process.execPath, words);
    await aSpareIn(folder);
    await eventually('the next command runs', async () => (await readdir(beside)).length > 0);
    runner.kill('SIGKILL');
    await eventually('nothing is left', async () => {
      const left = [...(await processesOf(folder)), ...(await processesOf(beside))];
      return left.length === 0;
    });
  });

  test('that nobody takes ends after its time, and nothing of it is left', async () => {
    const folder = await freshFolder();
    const spares = sparesFor(500);
    const launch = await launchIn(folder);
    spares.keep(launch, over);
    await aSpareIn(folder);
    await eventually('nothing is left', async () => (await processesOf(folder)).length === 0);
    expect(spares.take(launch)).toBeUndefined();
  });

  test('is made beside a command that takes long, and is the only one when that has ended', async () => {
    const folder = await freshFolder();
    const spares = sparesFor(60_000);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    spares.keep(await launchIn(folder), ended);
    const spare = await aSpareIn(folder);
    end();
    await pause(processTunables.spareAfterMs + 100);
    expect(await waitingIn(folder)).toEqual([spare]);
  });

  test('that was made beside a command has its whole time once that has ended', async () => {
    const folder = await freshFolder();
    const spares = sparesFor(1_000);
    const launch = await launchIn(folder);
    spares.keep(launch, pause(1_000));
    await aSpareIn(folder);
    await pause(1_350);
    expect(spares.take(launch)).toBeDefined();
  });

  test('that was killed is forgotten, and the next one serves', async () => {
    const folder = await freshFolder();
    const spares = sparesFor(60_000);
    const launch = await launchIn(folder);
    spares.keep(launch, over);
    process.kill(await aSpareIn(folder), 'SIGKILL');
    await eventually('nothing is left', async () => (await processesOf(folder)).length === 0);
    expect(spares.take(launch)).toBeUndefined();
    spares.keep(launch, over);
    await aSpareIn(folder);
    expect(await spares.take(launch)?.exited).toEqual({ exitCode: 0, signal: null });
  });

  test('that does not hear is killed when no more are kept', async () => {
    const folder = await freshFolder();
    const spares = sparesFor(60_000);
    spares.keep(await launchIn(folder), over);
    process.kill(await aSpareIn(folder), 'SIGSTOP');
    await spares.close();
    await eventually('nothing is left', async () => (await processesOf(folder)).length === 0);
  });

  test('is one for each command, and the oldest gives way when there are too many', async () => {
    const folder = await freshFolder();
    const words = Array.from({ length: processTunables.spares + 1 }, (_, at) => `${at}`);
    const launches = await Promise.all(words.map((word) => launchIn(folder, word)));
    const spares = sparesFor(60_000);
    for (const launch of [...launches, ...launches.slice(1)]) spares.keep(launch, over);
    await eventually('all are ready', async () => (await waitingIn(folder)).length === processTunables.spares);
    await pause(100);
    expect(launches.map((launch) => spares.take(launch) !== undefined)).toEqual(words.map((_, at) => at > 0));
    await eventually('all have run', async () => (await processesOf(folder)).length === 0);
  });
});
