import type { Pool } from 'pg';
import type { Board } from '#lib/boards/board.ts';
import { atHand } from '#server/boards/at-hand.ts';
import { refusedBy } from '#server/boards/drivers/ask.ts';
import type { Answer } from '#server/environments/environment.ts';
import type { Watchdog } from '#server/process/watchdog.ts';
import { orderDueChecks } from '#server/store/boards/check-plans.ts';
import { closeConsole, closeLostConsoles, type TakenConsole, takeConsoles } from '#server/store/boards/consoles.ts';
import { endedAmong } from '#server/store/boards/lease-ends.ts';
import {
  type BoardOrder,
  endLostOrders,
  endOrder,
  type OrderEnd,
  type OrderKind,
  takeOrders,
} from '#server/store/boards/orders.ts';
import { setHealth } from '#server/store/boards/set-health.ts';
import { carryOut } from './carry-out.ts';
import { createHeldBoards, openAt } from './held-boards.ts';
import { holdForCheck, noHold } from './hold-for-check.ts';
import { readyFor } from './ready-for.ts';
import { runHooks } from './run-hooks.ts';
import { createTalks } from './talks.ts';
import { createTurns } from './turns.ts';

/** What a runner does with the boards that it reaches, on behalf of people. */
export interface BoardWork {
  /** Looks what there is to do and begins it; what takes long goes on afterwards. */
  look(): Promise<void>;
  /** Orders the checks that are due. */
  orderChecks(): Promise<void>;
  /** Ends what is going on, and frees all boards. */
  stop(): Promise<void>;
}

export interface BoardWorkOptions {
  readonly pool: Pool;
  readonly runnerId: string;
  readonly home: string;
  readonly watchdog?: Watchdog;
}

/** Orders, consoles, hooks and checks of the boards of one runner. Of one board things are done one after the other. */
export function createBoardWork({ pool, runnerId, home, watchdog }: BoardWorkOptions): BoardWork {
  const leaving = new AbortController();
  const { signal } = leaving;
  const held = createHeldBoards(home, watchdog);
  const talks = createTalks(pool, held);
  const turns = createTurns();

  async function look(): Promise<void> {
    const over = await endedAmong(pool, held.leases());
    await talks.tend();
    await Promise.all(over.map((leaseId) => held.release(leaseId)));
    await Promise.all([endLostOrders(pool), closeLostConsoles(pool)]);
    for (const taken of await takeConsoles(pool, runnerId)) turns.add(taken.board.id, () => openTalk(taken));
    for (const order of await takeOrders(pool, runnerId)) turns.add(order.board.id, () => obey(order));
  }

  async function openTalk(taken: TakenConsole): Promise<void> {
    const answer = await ready(taken.board, taken.leaseId);
    if (answer.ok) await talks.open(taken, signal);
    else await closeConsole(pool, taken.session, answer.reason);
  }

  /** Before the first thing that is done under a lease. */
  async function ready(board: Board, leaseId: string): Promise<Answer> {
    return await readyFor(pool, { board, leaseId, home, watchdog, signal });
  }

  async function obey(order: BoardOrder): Promise<void> {
    const end = await attempt(order).catch((error) => ({ ...refusedBy(error), steps: [] }));
    await endOrder(pool, order.id, end);
  }

  async function attempt({ id, kind, board, leaseId }: BoardOrder): Promise<OrderEnd> {
    if (kind === 'after-lease') return await afterLease(board);
    return leaseId === null ? await withoutLease(board, kind, id) : await underLease(board, kind, leaseId);
  }

  async function underLease(board: Board, kind: OrderKind, leaseId: string): Promise<OrderEnd> {
    const { folder } = await atHand(board, home);
    const answer = await ready(board, leaseId);
    if (!answer.ok) return { ...answer, steps: [] };
    if (kind === 'check') await talks.close(board.id, 'a health check needs the line');
    return await carryOut(kind, { pool, board, open: await held.take(board, leaseId), folder, signal });
  }

  /** A check that nobody's lease covers takes the board for as long as it lasts. */
  async function withoutLease(board: Board, kind: OrderKind, orderId: string): Promise<OrderEnd> {
    const { folder } = await atHand(board, home);
    const hold = kind === 'check' ? await holdForCheck(pool, board) : noHold;
    if (!hold.ok) return { ok: false, reason: hold.reason, steps: [] };
    const open = await openAt(board, { home, watchdog, marker: `board/${orderId}` });
    try {
      return await carryOut(kind, { pool, board, open, folder, signal });
    } finally {
      await open.close();
      await hold.free();
    }
  }

  async function afterLease(board: Board): Promise<OrderEnd> {
    const { name, serial, folder, secret } = await atHand(board, home);
    const bench = {
      board: { name, serial },
      folder,
      secret,
      marker: `board/${board.id}`,
      ...(watchdog && { watchdog }),
    };
    const failures = await runHooks(board, 'after', { bench, signal });
    for (const { policy, reason } of failures) {
      if (policy === 'suspect') await setHealth(pool, { board: board.id, to: 'suspect', reason, by: 'engine' });
    }
    const [first] = failures;
    return { ok: first === undefined, reason: first?.reason ?? 'the hooks were run', steps: [] };
  }

  return {
    look,
    orderChecks: () => orderDueChecks(pool, runnerId),
    async stop() {
      leaving.abort();
      await talks.closeAll('the runner that had it open was stopped');
      await turns.settled();
      await held.releaseAll();
    },
  };
}
