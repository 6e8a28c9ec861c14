import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '#server/testing/eventually.ts';
import { readState } from './proc-table.ts';
import { endGroup, killGroup, signalGroup, waitUntilGroupGone } from './process-group.ts';

/** A shell in a group of its own, once it has printed a line. */
async function startShell(line: string): Promise<{ pgid: number; printed: string }> {
  const child = spawn('/bin/sh', ['-c', line], { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void signalGroup(child.pid ?? 0, 'SIGKILL'));
  const [printed] = await once(child.stdout, 'data');
  return { pgid: child.pid ?? 0, printed: String(printed).trim() };
}

test.each([0, 1, -5, 1.5, Number.NaN])('refuses %d, which would address more than a group', (pgid) => {
  expect(() => signalGroup(pgid, 'SIGTERM')).toThrow('not a process group');
});

test.each([
  { name: 'obeys', line: 'echo ready; sleep 60', killed: 0 },
  { name: 'ignores TERM', line: 'trap "" TERM; sleep 60 & echo ready; wait; sleep 60', killed: 2 },
])('ends a group that $name', async ({ line, killed }) => {
  const { pgid } = await startShell(line);
  expect(await endGroup(pgid, 200)).toEqual({ killed, survivors: [] });
  await eventually('the group is gone', () => !signalGroup(pgid, 'SIGCONT'));
});

test('finds nothing to kill in a group that is gone', async () => {
  const { pgid } = await startShell('echo ready');
  await waitUntilGroupGone(pgid, 5_000);
  expect(await killGroup(pgid)).toEqual({ killed: 0, survivors: [] });
});

test('counts a zombie as gone, although the kernel still answers for its group', async () => {
  const { printed } = await startShell('setsid true & echo $!; exec sleep 60');
  const zombie = Number(printed);
  await eventually('it is dead', async () => readState(zombie)?.living === false);
  expect(signalGroup(zombie, 'SIGCONT')).toBe(true);
  expect(await waitUntilGroupGone(zombie, 0)).toBe(true);
});
