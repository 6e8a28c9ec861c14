import { mkdir, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DomainError } from '#lib/errors.ts';
import { type Account, postgresAccount } from './account.ts';
import { type PostgresBinaries, postgresBinaries } from './binaries.ts';
import { ensureCluster } from './cluster.ts';
import { endOrphan } from './orphan.ts';
import { folderInTheWay } from './reachable.ts';

/** What is needed to open an embedded server on a data folder. */
export interface PostgresOptions {
  /** Data folder, created when missing; its parent must exist or be creatable. */
  readonly folder: string;
  /** TCP port on 127.0.0.1. */
  readonly port: number;
  readonly password: string;
  /** Server settings by name, as in postgresql.conf. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A server that is ready to be launched: the caller spawns it and owns the process. */
export interface PostgresLaunch {
  readonly command: string;
  readonly args: readonly string[];
  readonly account: Account | undefined;
  /** Address of the maintenance database `postgres`. */
  readonly databaseUrl: string;
}

/** Prepares an embedded Postgres: account, folder, cluster, leftovers of an earlier start. Nothing is started. */
export async function preparePostgres(options: PostgresOptions): Promise<PostgresLaunch> {
  const binaries = postgresBinaries();
  const account = await postgresAccount();
  await mkdir(dirname(options.folder), { recursive: true });
  const folder = join(await realpath(dirname(options.folder)), basename(options.folder));
  if (account) await refuseUnreachable(folder, binaries, account);
  await ensureCluster({ folder, password: options.password, account }, binaries);
  await endOrphan(folder);
  return {
    command: binaries.postgres,
    args: ['-D', folder, '-p', String(options.port), ...settingFlags({ ...localOnly, ...options.settings })],
    account,
    databaseUrl: `postgresql://postgres:${options.password}@127.0.0.1:${options.port}/postgres`,
  };
}

/** TCP on the loopback address is the only door: a socket file in /tmp would clash with another server's. */
const localOnly = { listen_addresses: '127.0.0.1', unix_socket_directories: '', timezone: 'UTC' };

function settingFlags(settings: Readonly<Record<string, string>>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function refuseUnreachable(folder: string, binaries: PostgresBinaries, account: Account): Promise<void> {
  const beforeData = await folderInTheWay(folder, account);
  if (beforeData !== undefined) {
    throw new DomainError(
      'REFUSED',
      `As root, Postgres runs as the user postgres, who may not enter ${beforeData} on the way to the data: set FIRMLOOP_HOME to a folder outside it, such as /var/lib/firmloop, or set DATABASE_URL.`,
    );
  }
  const beforeProgram = await folderInTheWay(binaries.postgres, account);
  if (beforeProgram !== undefined) {
    throw new DomainError(
      'REFUSED',
      `As root, Postgres runs as the user postgres, who may not enter ${beforeProgram} on the way to its program: move this checkout to a folder outside it, such as /opt/firmloop, or set DATABASE_URL.`,
    );
  }
}
