import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '#server/testing/eventually.ts';
import { findMarked } from './marker-sweep.ts';
import { killGroup } from './process-group.ts';
import { startWatchdog, type Watchdog } from './watchdog.ts';
import { readLine, writeLine } from './watchdog-protocol.ts';

const freezeAfterMs = 2_000;

/** Everything an orphan could do at once: deaf to TERM, a daemon, a double fork. */
const clinging =
  'trap "" TERM; setsid sleep 61 & (setsid nohup sleep 62 >/dev/null 2>&1 &); echo ready; while :; do sleep 1; done';

interface Runner {
  child: ChildProcess;
  marker: string;
  /** The first line that has this key. */
  heard(key: string): Promise<Record<string, unknown>>;
}

function startRunner(shell: string): Runner {
  const marker = `trial/${randomUUID()}`;
  const file = fileURLToPath(new URL('./testing/runner-main.ts', import.meta.url));
  const child = spawn(process.execPath, [file, String(freezeAfterMs), shell, marker], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: Record<string, unknown>[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(JSON.parse(line)));
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, marker, heard: (key) => eventually(`a line with ${key}`, () => lines.find((line) => key in line)) };
}

async function gone(marker: string): Promise<boolean> {
  return (await findMarked(marker)).length === 0;
}

test('leaves no orphan when the runner is killed', async () => {
  const { child, marker, heard } = startRunner(clinging);
  await heard('printed');
  expect((await findMarked(marker)).length).toBeGreaterThanOrEqual(3);
  child.kill('SIGKILL');
  await eventually('none of them is left', () => gone(marker));
});

test('kills the commands of a frozen runner, which is harmless and works on when it wakes', async () => {
  const { child, marker, heard } = startRunner(clinging);
  await heard('printed');
  child.kill('SIGSTOP');
  await eventually('none of them is left', () => gone(marker));
  child.kill('SIGCONT');
  expect(await heard('froze')).toEqual({ froze: 1 });
  expect(await heard('outcome')).toMatchObject({
    outcome: {
      endedBy: 'cancelled',
      signal: 'SIGKILL',
      stoppedBy: 'firmloop',
      reason: expect.stringContaining('watchdog'),
    },
  });
  expect(await heard('second')).toMatchObject({ second: { endedBy: 'exit', exitCode: 0 } });
  expect(await heard('stopped')).toEqual({ stopped: true });
});

/** A registered process of this test. */
function watched(watchdog: Watchdog): { marker: string; pgid: number } {
  const marker = `trial/${randomUUID()}`;
  const { pid: pgid = 0 } = spawn('sleep', ['60'], {
    detached: true,
    env: { ...process.env, FIRMLOOP_ACTIVITY: marker },
  });
  watchdog.register(pgid, marker);
  return { marker, pgid };
}

test('kills the commands of a runner that lives but does not renew, as when it has lost its database', async () => {
  const freezes: number[] = [];
  const watchdog = startWatchdog({ freezeAfterMs: 300, onFreeze: (groups) => freezes.push(groups) });
  const { marker, pgid } = watched(watchdog);
  await eventually('none of them is left', () => gone(marker));
  await eventually('it has frozen', () => freezes.length > 0);
  expect(freezes).toEqual([1]);
  expect(watchdog.hasKilled(pgid)).toBe(true);
  await watchdog.stop();
});

test('kills what is still registered when it is stopped, and spares what is not', async () => {
  const watchdog = startWatchdog();
  const [kept, freed] = [watched(watchdog), watched(watchdog)];
  watchdog.unregister(freed.pgid);
  await watchdog.stop();
  expect(await gone(kept.marker)).toBe(true);
  expect(await gone(freed.marker)).toBe(false);
  await killGroup(freed.pgid);
});

test('has a session of its own, so signals to the runner’s group do not reach it', async () => {
  const watchdog = startWatchdog();
  const stat = await readFile(`/proc/${watchdog.pid()}/stat`, 'utf8');
  const [group, session] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(2, 4);
  expect([group, session]).toEqual([String(watchdog.pid()), String(watchdog.pid())]);
  await watchdog.stop();
});

test('is started again when it dies, and still knows the groups', async () => {
  const watchdog = startWatchdog();
  const { marker } = watched(watchdog);
  const first = watchdog.pid();
  process.kill(first ?? 0, 'SIGKILL');
  await eventually('there is another', () => watchdog.pid() !== first);
  expect(await gone(marker)).toBe(false);
  await watchdog.stop();
  expect(await gone(marker)).toBe(true);
});

test.each([
  { kind: 'renewed' },
  { kind: 'group', pgid: 4711, marker: 'run-1/build@2' },
  { kind: 'gone', pgid: 4711 },
] as const)('understands its own line "$kind"', (line) => {
  expect(readLine(writeLine(line).trimEnd())).toEqual(line);
});

test.each(['', 'renew', 'group 12', 'group x y', 'gone', 'group 12 a b'])('passes over the torn line "%s"', (text) => {
  expect(readLine(text)).toBeUndefined();
});
