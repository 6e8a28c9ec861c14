import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DomainError } from '#lib/errors.ts';
import { dieWithParent } from '#server/database/die-with-parent.ts';
import type { Home } from './home.ts';
import { openLog } from './log-file.ts';
import type { Progress } from './progress.ts';
import { root } from './root.ts';
import { tunables } from './tunables.ts';

/** Everything that can end up in the pages. */
const SOURCES = ['app', 'components', 'lib', 'public', 'server', 'prisma/schema.prisma'];
const SETTINGS = [
  'next.config.ts',
  'package-lock.json',
  'package.json',
  'postcss.config.mjs',
  'proxy.ts',
  'tsconfig.json',
];

/** Holds the hash of the sources that `.next` was built from; Next removes it when it builds. */
const stamp = join(root, '.next', 'firmloop-sources');

/** Builds the web pages when a source has changed since the last build. */
export async function buildIfChanged(home: Home, progress: Progress): Promise<void> {
  const hash = await hashSources();
  if ((await readFile(stamp, 'utf8').catch(() => undefined)) === hash) return;
  progress.report('Building the pages (half a minute to a few minutes, only after a change)…');
  await build(join(home.logs, 'build.log'), progress);
  await writeFile(stamp, hash);
}

async function build(logFile: string, { report, signal }: Progress): Promise<void> {
  const next = join(root, 'node_modules', 'next', 'dist', 'bin', 'next');
  const log = openLog(logFile);
  const child = spawn(...dieWithParent('SIGKILL', process.execPath, [next, 'build', root]), {
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', log.fd, log.fd],
    detached: true,
    ...(signal && { signal, killSignal: 'SIGKILL' }),
  });
  log.close();
  const begun = performance.now();
  const news = setInterval(() => {
    const seconds = Math.round((performance.now() - begun) / 1_000);
    report(`Still building the pages after ${seconds} s: ${log.lastLine()}`);
  }, tunables.buildNews);
  const ending = await new Promise<number | string | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, killedBy) => resolve(code ?? killedBy));
  }).finally(() => clearInterval(news));
  if (ending === 0) return;
  throw new DomainError('UNAVAILABLE', `The pages could not be built: ${log.reason()} (log: ${logFile})`);
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256');
  for (const name of [...SOURCES, ...SETTINGS]) {
    for (const file of await filesBelow(name)) hash.update(`${file}\0`).update(await readFile(join(root, file)));
  }
  return hash.digest('hex');
}

/** The file itself, or the files of a folder in a fixed order; nothing when it does not exist. */
async function filesBelow(name: string): Promise<string[]> {
  const entries = await readdir(join(root, name), { recursive: true, withFileTypes: true }).catch(() => undefined);
  if (entries === undefined) return (await isFile(name)) ? [name] : [];
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return files
    .map((path) => path.slice(root.length + 1))
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .sort();
}

async function isFile(name: string): Promise<boolean> {
  return await readFile(join(root, name)).then(
    () => true,
    () => false,
  );
}
