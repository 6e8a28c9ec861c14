import { readFile } from 'node:fs/promises';
import type { Pool } from 'pg';

/** Ticks of the kernel's clock in a second. */
const ticks = 100;

/** Processor time that this process and the database's have taken so far, milliseconds: unlike the clock it does not run while others work. */
export async function processorTime(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'`,
  );
  const backends = await Promise.all(rows.map(({ pid }) => ticksOf(pid)));
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000 + (backends.reduce((sum, own) => sum + own, 0) / ticks) * 1_000;
}

/** Of `/proc/PID/stat`, behind the name of the program, which may hold anything: user and system time. */
async function ticksOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
}
