import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyMigrations } from '#prisma/migrate.ts';
import { waitForDatabase } from '#server/database/connect.ts';
import { dieWithParent } from '#server/database/die-with-parent.ts';
import { freePort } from '#server/database/free-port.ts';
import { type PostgresLaunch, preparePostgres } from '#server/database/postgres.ts';
import { installBoss } from '#server/db/pgboss.ts';

/** A migrated Postgres that may be killed: its data outlives the process. */
export interface OwnPostgres {
  readonly databaseUrl: string;
  /** Ends it as `kill -9` of the postmaster does. Gives its process id, or null when it did not run. */
  kill(): Promise<number | null>;
  /** Starts it again on the same data and port; resolves when it answers. */
  start(): Promise<void>;
  /** Ends it and removes its data. */
  remove(): Promise<void>;
}

/** What is committed must survive the death of the process; nobody pulls the plug, so nothing waits for the disk. */
const settings = { fsync: 'off', max_connections: '150', autovacuum: 'off' };

/** Creates a server with its own folder; `extra` are settings by name, as in postgresql.conf. */
export async function createOwnPostgres(extra: Readonly<Record<string, string>> = {}): Promise<OwnPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'firmloop-chaos-postgres-'));
  await chmod(folder, 0o711);
  const data = {
    folder: join(folder, 'postgres'),
    port: await freePort(),
    password: 'chaos',
    settings: { ...settings, ...extra },
  };
  let server = await launch(data);
  await applyMigrations(server.databaseUrl);
  await installBoss(server.databaseUrl);
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    const { child } = server;
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return null;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    return child.pid;
  };
  return {
    databaseUrl: server.databaseUrl,
    kill: () => end('SIGKILL'),
    async start() {
      server = await launch(data);
    },
    async remove() {
      await end('SIGQUIT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A postmaster that was killed leaves backends for a moment, and Postgres refuses to start beside them: it is tried again. */
async function launch(
  options: Parameters<typeof preparePostgres>[0],
): Promise<{ child: ChildProcess; databaseUrl: string }> {
  const limit = AbortSignal.timeout(30_000);
  for (;;) {
    const prepared = await preparePostgres(options);
    const child = spawnServer(prepared);
    const died = new AbortController();
    child.once('exit', () => died.abort());
    try {
      await waitForDatabase(prepared.databaseUrl, AbortSignal.any([died.signal, limit]));
      return { child, databaseUrl: prepared.databaseUrl };
    } catch (error) {
      if (limit.aborted) throw error;
    }
  }
}

function spawnServer({ command, args, account }: PostgresLaunch): ChildProcess {
  return spawn(...dieWithParent('SIGQUIT', command, args), { cwd: '/', stdio: 'ignore', ...account });
}
