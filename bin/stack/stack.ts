import type { Pool } from 'pg';
import { DomainError } from '#lib/errors.ts';
import { applyMigrations } from '#prisma/migrate.ts';
import { installBoss } from '#server/db/pgboss.ts';
import { openPool } from '#server/db/pool.ts';
import { sealPlainChannels } from '#server/notify/sealed-channel.ts';
import { ownerHasWayIn } from '#server/store/people/owner.ts';
import { regrantRunnerIdentities } from '#server/store/people/runner-identities.ts';
import { vaultAt } from '#server/vault/vault.ts';
import { buildIfChanged } from './build.ts';
import { startDatabase } from './database.ts';
import { type Home, openHome } from './home.ts';
import { takeHome } from './home-lock.ts';
import type { StackPlace } from './options.ts';
import { enterUrl, removeOwnerToken, writeOwnerToken } from './owner-token.ts';
import type { Progress } from './progress.ts';
import { startRunner } from './runner.ts';
import { removeStackRecord, runningStack, writeStackRecord } from './stack-record.ts';
import type { Supervised } from './supervise.ts';
import { untilStarted } from './until-started.ts';
import { checkAddress, startWeb, webUrl } from './web.ts';

/** What to start, and where. */
export interface StackOptions extends StackPlace, Progress {
  readonly web: boolean;
  readonly runner: boolean;
}

/** A stack that is ready. */
export interface Stack {
  readonly databaseUrl: string;
  /** Missing without a web server. */
  readonly url: string | undefined;
  /** Signs its reader in once, as the owner; the pages' plain address once the owner has a password or a provider. Missing without a web server. */
  readonly signInUrl: string | undefined;
  /** Ends runner, web server and Postgres in this order. */
  stop(): Promise<void>;
  /** Kills them at once. */
  kill(): void;
}

/** Starts database, web server and runner on one home and resolves when each of them answers. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const home = await openHome(options.home);
  const lock = (await takeHome(home.folder)) ?? (await refuseSecond(home));
  const children: Supervised[] = [];
  const stop = async (): Promise<void> => {
    await removeStackRecord(home.folder);
    for (const child of children.toReversed()) await child.stop();
    lock.close();
  };
  try {
    const started = await startChildren(home, options, children);
    return { ...started, stop, kill: () => children.forEach((child) => void child.kill()) };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Adds each child as soon as it runs, so that a failure half-way ends those before it. */
async function startChildren(home: Home, options: StackOptions, children: Supervised[]) {
  if (options.web) await checkAddress(options);
  const databaseUrl = await openDatabase(home, options, children);
  options.signal?.throwIfAborted();
  for (const name of await applyMigrations(databaseUrl)) options.report(`Applied migration ${name}`);
  await installBoss(databaseUrl);
  const needsLink = await withPool(databaseUrl, (pool) => prepareDoors(pool, home.folder));
  if (options.web) await buildIfChanged(home, options);
  const token = options.web && needsLink ? await writeOwnerToken(home) : await removeOwnerToken(home);
  await startPrograms(home, databaseUrl, options, children);
  const url = options.web ? webUrl(options) : undefined;
  await writeStackRecord(home.folder, { pid: process.pid, databaseUrl, ...(url && { url }) });
  return { databaseUrl, url, signInUrl: url && (token === undefined ? url : enterUrl(url, token)) };
}

/**
 * Runners that come in by roles of their own get what a newer release has brought, and what an older one stored in the clear
 * is sealed. Says whether the owner needs a link.
 */
async function prepareDoors(pool: Pool, home: string): Promise<boolean> {
  await regrantRunnerIdentities(pool);
  await sealPlainChannels(pool, vaultAt(home));
  return !(await ownerHasWayIn(pool));
}

async function withPool<T>(databaseUrl: string, use: (pool: Pool) => Promise<T>): Promise<T> {
  const pool = openPool(databaseUrl, { max: 1, name: 'firmloop-start' });
  return await use(pool).finally(() => pool.end());
}

/** Starts web server and runner side by side; the runner comes last, so that it is the first to end. */
async function startPrograms(home: Home, databaseUrl: string, options: StackOptions, children: Supervised[]) {
  options.signal?.throwIfAborted();
  const env = childEnvironment(home, options, databaseUrl);
  const results = await Promise.allSettled([
    ...(options.web ? [startWeb(home, env, options)] : []),
    ...(options.runner ? [startRunner(home, env, options)] : []),
  ]);
  for (const result of results) if (result.status === 'fulfilled') children.push(result.value);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  options.signal?.throwIfAborted();
}

async function openDatabase(home: Home, options: StackOptions, children: Supervised[]): Promise<string> {
  if (options.databaseUrl !== undefined) {
    await untilStarted(options.databaseUrl, { supervised: false, signal: options.signal });
    return options.databaseUrl;
  }
  const { databaseUrl, server } = await startDatabase(home, options);
  children.push(server);
  return databaseUrl;
}

function childEnvironment(home: Home, options: StackOptions, databaseUrl: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    DATABASE_URL: databaseUrl,
    FIRMLOOP_HOME: home.folder,
    FIRMLOOP_URL: webUrl(options),
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
  };
}

async function refuseSecond(home: Home): Promise<never> {
  const running = await runningStack(home.folder);
  const place = running?.url ? ` at ${running.url}` : '';
  const otherwise = 'or set FIRMLOOP_HOME and PORT to start another';
  throw new DomainError(
    'CONFLICT',
    running === undefined
      ? `A stack is being started or stopped on ${home.folder}: wait until its npm start says that it is ready, ${otherwise}.`
      : `A stack already runs on ${home.folder}${place}: use that one, ${otherwise}.`,
  );
}
