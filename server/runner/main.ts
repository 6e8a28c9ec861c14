import { availableParallelism } from 'node:os';
import { pino } from 'pino';
import { z } from 'zod';
import { boardSite } from '#lib/boards/board.ts';
import { runnableActivity } from '#server/activities/activities.ts';
import { createRedaction, secretsOf } from '#server/artifacts/redaction.ts';
import { openPool } from '#server/db/pool.ts';
import { installedEngine } from '#server/engine/installed.ts';
import { finaliseEndedRuns, sweepHost } from '#server/finalise/finalise-ended-runs.ts';
import { sandboxStatus } from '#server/process/sandbox-status.ts';
import { keepSandboxesReady } from '#server/process/start-child.ts';
import { keepLearningKeys } from '#server/vault/learn-keys.ts';
import { vaultAt } from '#server/vault/vault.ts';
import { boardLoop } from './board-loop.ts';
import { boardWorkLoop } from './board-work-loop.ts';
import { endProcessWith } from './end-process.ts';
import { hostIdOf } from './host-id.ts';
import { notifyLoop } from './notify-loop.ts';
import { reportLoop } from './report-loop.ts';
import { startRunner } from './runner.ts';

const environment = z.object({
  DATABASE_URL: z.string().min(1),
  FIRMLOOP_HOME: z.string().min(1),
  FIRMLOOP_SLOTS: z.coerce.number().int().min(1).max(64).optional(),
  FIRMLOOP_SITE: boardSite.optional(),
  FIRMLOOP_LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

/** Connections beyond one per slot: loops, timers and sweeps. */
const spareConnections = 4;

/**
 * The runner as a process. Its parent hears `ready` when it takes work; SIGTERM or the parent's end stops it gently. A
 * runner that others have declared dead holds nothing any more, so it ends and its parent starts a new one.
 */
const env = environment.parse(process.env);
const log = pino({ level: env.FIRMLOOP_LOG_LEVEL }, pino.destination({ sync: false }));
const slots = env.FIRMLOOP_SLOTS ?? Math.max(2, availableParallelism());
const pool = openPool(env.DATABASE_URL, { max: slots + spareConnections, name: 'firmloop-runner' });
const hostId = await hostIdOf(env.FIRMLOOP_HOME);
await sweepHost(pool, { home: env.FIRMLOOP_HOME, hostId });
const engine = installedEngine(pool);
const redact = createRedaction(secretsOf(process.env));
const closeSpares = keepSandboxesReady();
const runner = await startRunner({
  databaseUrl: env.DATABASE_URL,
  engine,
  activity: runnableActivity,
  hostId,
  finalise: () => finaliseEndedRuns(pool, { home: env.FIRMLOOP_HOME, hostId, log }),
  home: env.FIRMLOOP_HOME,
  slots,
  sandbox: { ...(await sandboxStatus()) },
  redact,
  site: env.FIRMLOOP_SITE ?? null,
  log,
});

const leaving = new AbortController();
const { signal } = leaving;
const telling = notifyLoop(engine, { home: env.FIRMLOOP_HOME, env: process.env, log, signal });
const learning = keepLearningKeys(env.DATABASE_URL, {
  pool,
  vault: vaultAt(env.FIRMLOOP_HOME),
  redact,
  signal,
  onTrouble: (error) => log.warn({ err: error }, 'stored keys could not be read'),
});
const boards = boardLoop(engine, { runnerId: runner.id, databaseUrl: env.DATABASE_URL, log, signal });
const boardWork = boardWorkLoop(pool, {
  ...{ runnerId: runner.id, home: env.FIRMLOOP_HOME, databaseUrl: env.DATABASE_URL, watchdog: runner.watchdog },
  log,
  signal,
});
const reporting = reportLoop(pool, { log, signal });
const stop = async (): Promise<void> => {
  leaving.abort();
  await Promise.all([runner.stop(), telling, learning, boards, boardWork, reporting]);
  await closeSpares();
};
endProcessWith({ ...runner, stop }, pool, log);
process.send?.('ready');
