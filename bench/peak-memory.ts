import { readFile, writeFile } from 'node:fs/promises';

/** Megabytes that a process keeps resident beyond what it had before the work, at its peak. Linux counts the peak itself. */
export async function peakGrowth(pid: number, work: () => Promise<void>): Promise<number> {
  // Begins the count of the peak anew: proc_pid_clear_refs(5).
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  const before = await resident(pid, 'VmRSS');
  await work();
  return (await resident(pid, 'VmHWM')) - before;
}

async function resident(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1];
  if (kilobytes === undefined) throw new Error(`/proc/${pid}/status has no ${field}`);
  return Number(kilobytes) / 1024;
}
