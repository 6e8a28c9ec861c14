import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DomainError } from '#lib/errors.ts';

/** How long a server left over from a killed start may take to stop; a crash checkpoint of a big database needs seconds. */
const STOP_LIMIT_MS = 60_000;

/**
 * Ends a server that an earlier, killed start left running on this data folder. A dead server's pid file is left for
 * Postgres to judge (it also looks for surviving backends); only one whose pid now belongs to a stranger is removed,
 * as after a reboot, because Postgres would refuse to start.
 */
export async function endOrphan(folder: string): Promise<void> {
  const pidFile = join(folder, 'postmaster.pid');
  const pid = await firstLine(pidFile);
  if (pid === undefined || !isAlive(pid)) return;
  if (!(await isPostgresOn(folder, pid))) return await rm(pidFile, { force: true });
  // SIGINT is Postgres's fast shutdown: clients are cut off, nothing committed is lost.
  process.kill(pid, 'SIGINT');
  const deadline = performance.now() + STOP_LIMIT_MS;
  while (isAlive(pid)) {
    if (performance.now() > deadline) {
      throw new DomainError('UNAVAILABLE', `An earlier Postgres (process ${pid}) on ${folder} does not stop: end it.`);
    }
    await delay(50);
  }
}

async function firstLine(pidFile: string): Promise<number | undefined> {
  try {
    const pid = Number.parseInt(await readFile(pidFile, 'utf8'), 10);
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function isPostgresOn(folder: string, pid: number): Promise<boolean> {
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  const words = commandLine.split('\0');
  return words[0]?.endsWith('postgres') === true && words.includes(folder);
}
