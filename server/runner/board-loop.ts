import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { rerouteStranded } from '#server/boards/reservations/reroute-stranded.ts';
import { continueSeries } from '#server/boards/reservations/series.ts';
import { settle } from '#server/boards/reservations/settle.ts';
import { tellRuns } from '#server/boards/reservations/tell-runs.ts';
import { tendRuns } from '#server/boards/reservations/tend-runs.ts';
import { reservationTunables } from '#server/boards/reservations/tunables.ts';
import { listen } from '#server/db/listen.ts';
import type { Engine } from '#server/engine/engine.ts';
import { lookAtBoards } from '#server/store/boards/look-at-boards.ts';
import { inTurn } from '#server/store/reservations/in-turn.ts';
import { createBell } from './bell.ts';
import { loop } from './loop.ts';
import { runnerTunables } from './tunables.ts';

/**
 * Keeps reservations up to the time, until the signal aborts: leases end and begin, the queue is served, runs are told of their
 * boards and lose those that they do not need, boards that nobody reaches are marked, and what is reserved on boards that are out
 * of service moves to others. Every runner does it; they take turns.
 */
export async function boardLoop(
  engine: Engine,
  options: { runnerId: string; databaseUrl: string; log: Pick<Logger, 'warn' | 'info'>; signal: AbortSignal },
): Promise<void> {
  const { runnerId, databaseUrl, ...running } = options;
  const { pool } = engine;
  const silentMs = runnerTunables.deadAfterMs;
  const bell = createBell();
  await Promise.all([
    loop('boards', reservationTunables.lookEveryMs, bringUpToTime, { ...running, bell }),
    loop('offline boards', reservationTunables.lookForOfflineMs, look, running),
    loop('series of reservations', reservationTunables.continueEveryMs, goOn, running),
    listen(databaseUrl, {
      channels: ['firmloop_boards'],
      onMessage: () => bell.ring(),
      onConnected: () => bell.ring(),
      signal: running.signal,
    }),
  ]);

  async function bringUpToTime(): Promise<null> {
    await inTurn(pool, async (turn) => {
      await tendRuns(turn, silentMs);
      await settle(turn);
    });
    await tellRuns(engine);
    await wait(reservationTunables.paceMs, undefined, { signal: running.signal }).catch(() => undefined);
    return null;
  }

  async function goOn(): Promise<null> {
    await inTurn(pool, continueSeries);
    return null;
  }

  async function look(): Promise<null> {
    await lookAtBoards(pool, { runnerId, silentMs });
    await inTurn(pool, rerouteStranded);
    return null;
  }
}
