import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { createBoardWork } from '#server/boards/work/board-work.ts';
import { workTunables } from '#server/boards/work/tunables.ts';
import { listen } from '#server/db/listen.ts';
import type { Watchdog } from '#server/process/watchdog.ts';
import { createBell } from './bell.ts';
import { loop } from './loop.ts';

/** Does what people order of the boards that this runner reaches, until the signal aborts: power, consoles, checks, hooks. */
export async function boardWorkLoop(
  pool: Pool,
  options: {
    runnerId: string;
    home: string;
    databaseUrl: string;
    watchdog: Watchdog;
    log: Pick<Logger, 'warn' | 'info'>;
    signal: AbortSignal;
  },
): Promise<void> {
  const { runnerId, home, databaseUrl, watchdog, ...running } = options;
  const work = createBoardWork({ pool, runnerId, home, watchdog });
  const bell = createBell();
  await Promise.all([
    loop('board work', workTunables.lookEveryMs, () => work.look().then(() => null), { ...running, bell }),
    loop('due checks', workTunables.lookForDueMs, () => work.orderChecks().then(() => null), running),
    listen(databaseUrl, {
      channels: ['firmloop_board_work', 'firmloop_console', 'firmloop_lease'],
      onMessage: () => bell.ring(),
      onConnected: () => bell.ring(),
      signal: running.signal,
    }),
  ]);
  await work.stop();
}
