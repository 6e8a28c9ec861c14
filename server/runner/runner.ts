import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Json } from '#lib/engine/json.ts';
import type { RunnableActivity } from '#server/activities/context.ts';
import { createArtifactStore } from '#server/artifacts/artifact-store.ts';
import type { Redact } from '#server/artifacts/redaction.ts';
import { listen } from '#server/db/listen.ts';
import { anywhereQueue, openBoss } from '#server/db/pgboss.ts';
import type { Engine } from '#server/engine/engine.ts';
import { startWatchdog, type Watchdog } from '#server/process/watchdog.ts';
import { claimActivity } from '#server/store/claim-activity.ts';
import { activitiesOfEndedRunners, endRunner } from '#server/store/lost-activities.ts';
import { markRunnerStopping, registerRunner, renewRunner } from '#server/store/runner-rows.ts';
import { createBell } from './bell.ts';
import { emptyHands } from './empty-hands.ts';
import { createInHand } from './in-hand.ts';
import { loop } from './loop.ts';
import { moveRuns } from './move-runs.ts';
import { serveQueues } from './serve-queues.ts';
import { squareUp } from './square-up.ts';
import { declareDead, processStart, takeOver } from './take-over.ts';
import { fireTimers } from './timers.ts';
import { runnerTunables } from './tunables.ts';
import type { Work } from './work.ts';
import { workOff } from './work-off.ts';

export interface RunnerOptions {
  readonly databaseUrl: string;
  readonly engine: Engine;
  readonly activity: (name: string) => RunnableActivity | null;
  /** Names the place where worktrees live: runners of one data folder share it. */
  readonly hostId: string;
  readonly home: string;
  /** How many activities are worked on at once. */
  readonly slots: number;
  readonly sandbox: Json;
  /** The site whose work alone it does; by default that of every site without a runner of its own. */
  readonly site?: string | null;
  readonly redact: Redact;
  readonly log: Logger;
  /** Wraps up runs of this host that have ended. */
  readonly finalise?: () => Promise<void>;
  /** How long a stopping runner waits for what it holds, milliseconds. */
  readonly drainMs?: number;
  /** How long a host must be without a runner before this one takes its runs, milliseconds. */
  readonly hostGoneAfterMs?: number;
}

export interface Runner {
  readonly id: string;
  /** Kills what the runner has started when it cannot do so itself any more. */
  readonly watchdog: Watchdog;
  /** Finishes what it holds as far as the time allows, hands over the rest, and leaves. */
  stop(): Promise<void>;
  /** Resolves when others have declared this runner dead: nothing it holds counts any more, so the process should end. */
  readonly fenced: Promise<void>;
}

/** Joins the pool of runners: takes jobs, fires timers, takes over from the dead. */
export async function startRunner(options: RunnerOptions): Promise<Runner> {
  const { engine, hostId, log, site = null, hostGoneAfterMs: goneAfterMs = runnerTunables.hostGoneAfterMs } = options;
  const id = randomUUID();
  const ended = new AbortController();
  const inHand = createInHand();
  const watchdog = startWatchdog({
    freezeAfterMs: runnerTunables.frozenAfterMs,
    onFreeze: (groups) => {
      log.warn({ groups }, 'stood still for too long: child processes were stopped and the work is given back');
      inHand.stopAll('frozen');
    },
  });
  const artifacts = createArtifactStore(engine.pool, options.redact);
  let draining = false;
  const work: Work = {
    engine,
    runnerId: id,
    host: { hostId, home: options.home, pool: engine.pool, watchdog, redact: options.redact, artifacts },
    inHand,
    log,
    activity: options.activity,
    takesMore: () => !draining,
  };
  const queues = [site === null ? anywhereQueue : `activity/site/${site}`, `activity/host/${hostId}`];

  await registerRunner(engine.pool, {
    id,
    hostId,
    hostName: hostname(),
    pid: process.pid,
    processStart: processStart(process.pid) ?? '',
    queues,
    slots: options.slots,
    sandbox: options.sandbox,
    site,
  });
  const fence = Promise.withResolvers<void>();
  const running = { signal: ended.signal, log };
  const bell = createBell();
  const lastBell = createBell();
  const heard: Readonly<Record<string, (payload: string) => void>> = {
    firmloop_cancel: (activityId) => inHand.stop(activityId, 'cancelled'),
    firmloop_timer: () => bell.ring(),
    firmloop_ended: () => lastBell.ring(),
  };
  const loops = [
    loop('renew', runnerTunables.renewEveryMs, renew, running),
    loop('square up', runnerTunables.squareUpEveryMs, () => squareUp(work).then(() => null), running),
    loop('timers', runnerTunables.lookForTimersMs, () => fireTimers(engine), { ...running, bell }),
    loop('sweep', runnerTunables.sweepEveryMs, sweep, running),
    loop('finalise', runnerTunables.sweepEveryMs, finalise, { ...running, bell: lastBell }),
    listen(options.databaseUrl, {
      channels: ['firmloop_cancel', 'firmloop_timer', 'firmloop_ended'],
      onMessage: (channel, payload) => heard[channel]?.(payload),
      onConnected: () => bell.ring(),
      signal: ended.signal,
    }),
  ];
  const boss = openBoss(options.databaseUrl, log);
  await boss.start();
  await serveQueues(boss, { queues, slots: options.slots, take, takesMore: work.takesMore });
  log.info({ runner: id, host: hostId, queues, slots: options.slots }, 'the runner takes work');

  async function renew(): Promise<null> {
    if (await renewRunner(engine.pool, id, runnerTunables.unbrokenGapMs)) watchdog.renew();
    else {
      inHand.stopAll('frozen');
      fence.resolve();
    }
    return null;
  }

  async function sweep(): Promise<null> {
    await declareDead(engine, { runnerId: id, hostId });
    await takeOver(engine);
    await moveRuns(engine, { runnerId: id, hostId, goneAfterMs });
    return null;
  }

  async function finalise(): Promise<null> {
    await options.finalise?.();
    return null;
  }

  async function take(activityId: string): Promise<void> {
    const held = await claimActivity(engine.pool, activityId, id, hostId);
    if (held !== null) await workOff(work, held);
  }

  return {
    id,
    watchdog,
    fenced: fence.promise,
    async stop() {
      if (draining) return;
      draining = true;
      await markRunnerStopping(engine.pool, id).catch(() => undefined);
      await boss.stop({ graceful: false }).catch(() => undefined);
      await emptyHands(inHand, options.drainMs ?? runnerTunables.drainMs);
      await watchdog.stop();
      ended.abort();
      await Promise.all(loops);
      await endRunner(engine.pool, id, 'gone', 'the runner was stopped').catch(() => undefined);
      // Whatever cannot be handed on here and now, others take over.
      const left = await activitiesOfEndedRunners(engine.pool).catch(() => []);
      if (left.length > 0) await takeOver(engine).catch(() => undefined);
    },
  };
}
