import { execFile } from 'node:child_process';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DomainError } from '#lib/errors.ts';
import type { Account } from './account.ts';
import type { PostgresBinaries } from './binaries.ts';

/** The server version whose data folders can be opened; the same as in package.json. */
const MAJOR = '18';

/** Where the data lies and who may open it. */
export interface Cluster {
  readonly folder: string;
  readonly password: string;
  readonly account: Account | undefined;
}

const run = promisify(execFile);

/** Makes sure that the folder holds a Postgres cluster of our version: creates one when there is none. */
export async function ensureCluster(cluster: Cluster, binaries: PostgresBinaries): Promise<void> {
  const version = await versionOf(cluster.folder);
  if (version === undefined) return await createCluster(cluster, binaries);
  if (version !== MAJOR) {
    throw new DomainError(
      'REFUSED',
      `The data in ${cluster.folder} was written by Postgres ${version}, but this program brings Postgres ${MAJOR}: start that data with the version that wrote it, dump it, and restore it into a new FIRMLOOP_HOME.`,
    );
  }
}

async function versionOf(folder: string): Promise<string | undefined> {
  try {
    return (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
  } catch {
    return undefined;
  }
}

/** Builds beside the final place and renames, so a creation that was cut off never looks like a cluster. */
async function createCluster({ folder, password, account }: Cluster, { initdb }: PostgresBinaries): Promise<void> {
  const draft = `${folder}.new`;
  const passwordFile = `${folder}.password`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account) await Promise.all([draft, passwordFile].map((path) => chown(path, account.uid, account.gid)));
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  try {
    await run(initdb, [`--pgdata=${draft}`, ...locale, ...access], { cwd: '/', timeout: 120_000, ...account });
  } catch (cause) {
    throw new DomainError('UNAVAILABLE', `Postgres could not create its data in ${folder}: ${lastLine(cause)}`, {
      cause,
    });
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(draft, folder);
}

function lastLine(error: unknown): string {
  return String(error).trim().split('\n').at(-1) ?? '';
}
