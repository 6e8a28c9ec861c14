import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Board } from '#lib/boards/board.ts';
import { isDue } from '#lib/boards/health/next-health.ts';
import { atHand } from '#server/boards/at-hand.ts';
import { refusedBy } from '#server/boards/drivers/ask.ts';
import type { Answer } from '#server/environments/environment.ts';
import type { Watchdog } from '#server/process/watchdog.ts';
import { takeBeforeLease } from '#server/store/boards/before-lease.ts';
import { checkPlanOf, lastCheckOf } from '#server/store/boards/check-plans.ts';
import { endOrder } from '#server/store/boards/orders.ts';
import { setHealth } from '#server/store/boards/set-health.ts';
import { databaseTime } from '#server/store/database-time.ts';
import { carryOut } from './carry-out.ts';
import { openAt } from './held-boards.ts';
import { runHooks } from './run-hooks.ts';
import { workTunables } from './tunables.ts';

export interface Readying {
  readonly board: Board;
  readonly leaseId: string;
  readonly home: string;
  readonly watchdog: Watchdog | undefined;
  readonly signal: AbortSignal;
}

/**
 * Does once under each lease what comes before its first work: the board's hooks, and a check where its type wants one and
 * it is due. Not ok: the lease is of no use, for this reason.
 */
export async function readyFor(pool: Pool, readying: Readying): Promise<Answer> {
  const { board, leaseId, signal } = readying;
  while (!signal.aborted) {
    const taken = await takeBeforeLease(pool, { boardId: board.id, leaseId, askedBy: 'engine' });
    if (taken.state === 'done') return { ok: taken.ok, reason: taken.reason };
    if (taken.state === 'mine') {
      const answer = await prepare(pool, readying).catch(refusedBy);
      await endOrder(pool, taken.orderId, { ...answer, steps: [] });
      return answer;
    }
    await pause(workTunables.gatherMs, undefined, { signal }).catch(() => undefined);
  }
  return { ok: false, reason: 'it was cancelled' };
}

async function prepare(pool: Pool, { board, leaseId, home, watchdog, signal }: Readying): Promise<Answer> {
  const { name, serial, folder, secret } = await atHand(board, home);
  const bench = { board: { name, serial }, folder, secret, marker: `board/${leaseId}`, ...(watchdog && { watchdog }) };
  for (const { policy, reason } of await runHooks(board, 'before', { bench, signal })) {
    if (policy === 'refuse') return { ok: false, reason };
    if (policy === 'suspect') await setHealth(pool, { board: board.id, to: 'suspect', reason, by: 'engine' });
  }
  const plan = await checkPlanOf(pool, board.type);
  if (!plan.beforeWork || !isDue(plan, await lastCheckOf(pool, board.id), await databaseTime(pool))) {
    return { ok: true, reason: 'nothing was due' };
  }
  const open = await openAt(board, { home, watchdog, marker: `board/${leaseId}` });
  try {
    const { ok, reason } = await carryOut('check', { pool, board, open, folder, signal });
    return { ok, reason: `check before work: ${reason}` };
  } finally {
    await open.close();
  }
}
