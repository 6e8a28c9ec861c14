import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { waitForDatabase, withClient } from '#server/database/connect.ts';
import { freePort } from '#server/database/free-port.ts';
import { preparePostgres } from '#server/database/postgres.ts';
import type { Home } from './home.ts';
import type { Progress } from './progress.ts';
import { type Supervised, supervise } from './supervise.ts';

/** A running database and, when it is ours, the process behind it. */
export interface Database {
  readonly databaseUrl: string;
  readonly server: Supervised;
}

/** Starts the embedded Postgres of this home and makes sure that the database `firmloop` exists. */
export async function startDatabase(home: Home, progress: Progress): Promise<Database> {
  const { port, password } = await access(home);
  const launch = await preparePostgres({ folder: home.postgres, port, password });
  const server = await supervise(
    {
      name: 'postgres',
      command: launch.command,
      args: launch.args,
      env: process.env,
      account: launch.account,
      // Postgres's fast shutdown: clients are cut off, nothing committed is lost.
      stopSignal: 'SIGINT',
      logFile: join(home.logs, 'postgres.log'),
      channel: 'ignore',
      isReady: (_child, signal) => waitForDatabase(launch.databaseUrl, signal),
    },
    progress,
  );
  return { databaseUrl: await ensureDatabase(launch.databaseUrl), server };
}

const accessFile = z.object({ port: z.number().int(), password: z.string() });

/** Port and password of this home's server; the port stays the same as long as nobody else takes it. */
async function access(home: Home): Promise<z.infer<typeof accessFile>> {
  const stored = await readFile(home.postgresAccess, 'utf8').then(
    (text) => accessFile.parse(JSON.parse(text)),
    () => undefined,
  );
  const password = stored?.password ?? randomBytes(24).toString('base64url');
  const port = await freePort(stored?.port);
  await writeFile(home.postgresAccess, `${JSON.stringify({ port, password })}\n`, { mode: 0o600 });
  return { port, password };
}

async function ensureDatabase(serverUrl: string): Promise<string> {
  await withClient(serverUrl, async (client) => {
    const found = await client.query(`select 1 from pg_database where datname = 'firmloop'`);
    if (found.rowCount === 0) await client.query('create database firmloop');
  });
  const url = new URL(serverUrl);
  url.pathname = '/firmloop';
  return url.href;
}
