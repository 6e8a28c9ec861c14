import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '#server/testing/eventually.ts';
import { assertMarker, findMarked, sweepMarker } from './marker-sweep.ts';
import { runCommand } from './run-command.ts';
import { freshFolder } from './testing/trial.ts';

async function startScript(text: string): Promise<string> {
  const marker = `trial/${randomUUID()}`;
  const file = join(await freshFolder(), 'script');
  await writeFile(file, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  const child = spawn(file, { detached: true, stdio: 'ignore', env: { ...process.env, FIRMLOOP_ACTIVITY: marker } });
  onTestFinished(() => void child.kill('SIGKILL'));
  await eventually('it runs', async () => (await findMarked(marker)).length > 0);
  return marker;
}

test('finds a process at every look although it loads a program again and again', async () => {
  const marker = await startScript('exec "$0"');
  for (let look = 0; look < 100; look += 1) expect(await findMarked(marker)).toHaveLength(1);
  expect(await sweepMarker(marker)).toMatchObject({ survivors: [] });
});

test('kills a family that goes on forking while it is killed', async () => {
  const marker = await startScript('while :; do setsid sleep 61 & sleep 0.01; done');
  // One of them may end by itself before it is killed.
  await eventually('several of them run', async () => (await findMarked(marker)).length >= 5);
  const { killed, survivors } = await sweepMarker(marker);
  expect(killed).toBeGreaterThanOrEqual(3);
  expect(survivors).toEqual([]);
  expect(await findMarked(marker)).toEqual([]);
});

test('does not take a longer marker for its own', async () => {
  const marker = await startScript('sleep 61');
  expect(await sweepMarker(marker.slice(0, -1))).toEqual({ killed: 0, survivors: [] });
  expect((await sweepMarker(marker)).killed).toBeGreaterThan(0);
});

test.each(['', 'a b', 'a\nb', 'a\0b', 'x'.repeat(201)])('refuses the marker %j', (marker) => {
  expect(() => assertMarker(marker)).toThrow('not a usable activity marker');
});

test('what was begun ahead of the end of an activity is swept with it', async () => {
  const [marker, aheadOf] = [`trial/${randomUUID()}`, `trial/${randomUUID()}`];
  const ended = runCommand({
    ...{ argv: { shell: 'trap "" TERM; setsid sleep 61 & wait' }, cwd: await freshFolder(), env: {}, marker, aheadOf },
    ...{ deadlineMs: 60_000, outputCapBytes: 1_000, graceMs: 1_000, stdin: 'closed' },
  });
  await eventually('it runs', async () => (await findMarked(marker)).length >= 2);
  expect((await sweepMarker(aheadOf)).killed).toBeGreaterThanOrEqual(2);
  expect(await findMarked(marker)).toEqual([]);
  expect(await ended).toMatchObject({ endedBy: 'signal' });
});
