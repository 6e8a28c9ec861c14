import { readdir, readFile } from 'node:fs/promises';

/** What tells a child of the stack from its siblings. */
const marks = { web: 'next-server', runner: 'server/runner/main.ts' } as const;

/** Kills a child of the stack as the kernel would when memory is short; the stack starts another. */
export async function killChild(name: keyof typeof marks): Promise<void> {
  const stack = process.env.FIRMLOOP_STACK_PID;
  for (const pid of (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))) {
    const [line, stat] = await Promise.all([textOf(`/proc/${pid}/cmdline`), textOf(`/proc/${pid}/stat`)]);
    const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
    if (parent === stack && line.includes(marks[name])) return void process.kill(Number(pid), 'SIGKILL');
  }
  throw new Error(`the stack has no child ${name}`);
}

/** Empty when the process has ended meanwhile. */
function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
