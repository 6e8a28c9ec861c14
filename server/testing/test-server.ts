import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitForDatabase } from '#server/database/connect.ts';
import { dieWithParent } from '#server/database/die-with-parent.ts';
import { freePort } from '#server/database/free-port.ts';
import { preparePostgres } from '#server/database/postgres.ts';

/** A real Postgres for tests, gone with all its data after `stop`. */
export interface TestServer {
  /** Address of the maintenance database. */
  readonly databaseUrl: string;
  stop(): Promise<void>;
}

/** Losing the data is the point, so nothing waits for the disk. */
const forgetful = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  autovacuum: 'off',
};

/** Starts an embedded Postgres in a temporary folder. */
export async function createTestServer(): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'firmloop-test-'));
  // mkdtemp makes it private, but as root the server runs as another user.
  await chmod(folder, 0o711);
  const data = { folder: join(folder, 'postgres'), port: await freePort(), password: 'test', settings: forgetful };
  const { command, args, account, databaseUrl } = await preparePostgres(data);
  const server = spawn(...dieWithParent('SIGQUIT', command, args), { cwd: '/', stdio: 'ignore', ...account });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  await waitForDatabase(databaseUrl, AbortSignal.timeout(30_000));
  return {
    databaseUrl,
    async stop() {
      server.kill('SIGQUIT');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
