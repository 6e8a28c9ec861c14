import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '#server/database/free-port.ts';
import { eventually } from '#server/testing/eventually.ts';
import { atMost, type Bench, type Figure, plainFigure } from './bench.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const answersWithinMs = 180_000;

export const start: Bench = {
  does: 'a warm `npm start` until a page answers, and what its processes keep in memory',
  async run(say) {
    const home = await mkdtemp(join(tmpdir(), 'firmloop-bench-home-'));
    try {
      const cold = await startOnce(home);
      say(`first start: ${(cold.ms / 1_000).toFixed(1)} s`);
      const warm = await startOnce(home);
      return [
        atMost('warm start to a page', warm.ms / 1_000, 6, 's', 1),
        memory('runner', warm.rssMb.runner, 200),
        memory('web server', warm.rssMb.web, 350),
      ];
    } catch (error) {
      return [plainFigure('skipped', error instanceof Error ? error.message : String(error))];
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  },
};

function memory(what: string, mb: number, limit: number): Figure {
  return atMost(`${what}, resident`, mb, limit, 'MB', 0);
}

async function startOnce(home: string): Promise<{ ms: number; rssMb: { runner: number; web: number } }> {
  const port = await freePort();
  const begun = performance.now();
  const said: Buffer[] = [];
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, FIRMLOOP_HOME: home, PORT: String(port), DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => said.push(bytes));
  try {
    await eventually(
      'a page answers',
      async () => {
        if (child.exitCode !== null) throw new Error(lastLine(said));
        return await answers(`http://127.0.0.1:${port}/`);
      },
      answersWithinMs,
    );
    const ms = performance.now() - begun;
    return { ms, rssMb: { runner: await residentMb(home, 'runner/main.ts'), web: await residentMb(home, 'next') } };
  } finally {
    await end(child);
  }
}

async function answers(url: string): Promise<boolean> {
  return await fetch(url).then(
    (response) => response.status < 500,
    () => false,
  );
}

function lastLine(said: readonly Buffer[]): string {
  return (
    Buffer.concat([...said])
      .toString('utf8')
      .trim()
      .split('\n')
      .at(-1) ?? 'npm start ended without a word'
  );
}

/** As Ctrl-C does: to the whole group, since npm passes no signal on. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  const ended = once(child, 'exit');
  process.kill(-child.pid, 'SIGINT');
  await ended;
}

/** Of the processes with this home whose command line has the word, those of the largest, in MB. */
async function residentMb(home: string, word: string): Promise<number> {
  const sizes = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map(async (pid) => {
        const [environment, command, status] = await Promise.all(
          ['environ', 'cmdline', 'status'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
        );
        if (!environment?.includes(`FIRMLOOP_HOME=${home}\0`) || !command?.includes(word)) return 0;
        return Number(/VmRSS:\s+(\d+) kB/.exec(status ?? '')?.[1] ?? 0) / 1_024;
      }),
  );
  return Math.max(0, ...sizes);
}
