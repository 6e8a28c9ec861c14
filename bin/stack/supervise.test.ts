import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '#server/testing/eventually.ts';
import { homeAt, openHome } from './home.ts';
import { startRunner } from './runner.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'firmloop-supervise-'));
  await openHome(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A runner as far as the supervisor can see: writes its process id, says ready, ends politely when asked to. */
const stayingRunner = `
  import { writeFileSync } from 'node:fs';
  writeFileSync(process.env.PID_FILE, String(process.pid));
  process.on('SIGTERM', () => { writeFileSync(process.env.PID_FILE, 'ended politely'); process.exit(0); });
  setInterval(() => {}, 1000);
  process.send('ready');
`;

async function writeProgram(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

const pidFile = () => join(folder, 'pid');
const readPid = async () => Number.parseInt(await readFile(pidFile(), 'utf8').catch(() => ''), 10);
const environment = () => ({ ...process.env, PID_FILE: pidFile() });

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('a killed child is started again, and stop ends it politely', async () => {
  const lines: string[] = [];
  const entry = await writeProgram('runner.mjs', stayingRunner);
  const runner = await startRunner(homeAt(folder), environment(), { report: (line) => lines.push(line) }, entry);
  const first = await readPid();
  process.kill(first, 'SIGKILL');
  const second = await eventually('another process runs', async () => {
    const pid = await readPid();
    return pid !== first && Number.isInteger(pid) && pid;
  });
  expect(lines).toEqual([expect.stringContaining('runner ended (SIGKILL); starting it again')]);

  await runner.stop();
  expect(isAlive(second)).toBe(false);
  expect(await readFile(pidFile(), 'utf8')).toBe('ended politely');
});

test('a child that ends before it was ready is reported with the reason that its log tells', async () => {
  const entry = await writeProgram('broken.mjs', `throw new Error('cannot find the moon');`);
  const starting = startRunner(homeAt(folder), environment(), { report: () => undefined }, entry);
  await expect(starting).rejects.toThrow('runner did not start (exit code 1); Error: cannot find the moon (log: ');
});

test('a child does not outlive a supervisor that was killed', async () => {
  const entry = await writeProgram('runner.mjs', stayingRunner);
  const supervisor = await writeProgram(
    'supervisor.mjs',
    `const [{ startRunner }, { homeAt }] = await Promise.all(
       ['runner.ts', 'home.ts'].map((name) => import(${JSON.stringify(`${import.meta.dirname}/`)} + name)));
     await startRunner(homeAt(${JSON.stringify(folder)}), process.env, { report: console.log }, ${JSON.stringify(entry)});`,
  );
  const process_ = spawn(process.execPath, [supervisor], { env: environment(), stdio: 'inherit' });
  const child = await eventually('the child runs', async () => {
    const pid = await readPid();
    return Number.isInteger(pid) && pid;
  });
  process_.kill('SIGKILL');
  await eventually('the child is gone', () => !isAlive(child));
});

test('a start that is given up ends the child that was not ready yet', async () => {
  const entry = await writeProgram('slow.mjs', stayingRunner.replace(`process.send('ready');`, ''));
  const giveUp = new AbortController();
  const progress = { report: () => undefined, signal: giveUp.signal };
  const starting = startRunner(homeAt(folder), environment(), progress, entry);
  starting.catch(() => undefined);
  await eventually('the child runs', async () => Number.isInteger(await readPid()));
  giveUp.abort();
  await expect(starting).rejects.toThrow('aborted');
  expect(await readFile(pidFile(), 'utf8')).toBe('ended politely');
});
