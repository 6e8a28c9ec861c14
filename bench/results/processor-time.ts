import { readFile } from 'node:fs/promises';
import type { Pool } from 'pg';

/** Ticks of the kernel's clock in a second. */
const ticks = 100;

/** Processor time that this process and the database's have taken so far, milliseconds: unlike the clock it does not run while others work. */
export async function processorTime(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'`,
  );
  await Promise.all(rows.map(async ({ pid }) => backends.set(pid, (await ticksOf(pid)) ?? backends.get(pid) ?? 0)));
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000 + ([...backends.values()].reduce((sum, own) => sum + own, 0) / ticks) * 1_000;
}

/** What each connection's process has taken; one that has gone keeps what it had when it was seen last. */
const backends = new Map<number, number>();

/** Of `/proc/PID/stat`, behind the name of the program, which may hold anything: user and system time; null once it is gone. */
async function ticksOf(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  if (stat === '') return null;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
}
