import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { giveOrder, type OrderEnd, type OrderKind, orderEnd } from '#server/store/boards/orders.ts';
import { workTunables } from './tunables.ts';

export interface Ordered {
  readonly boardId: string;
  readonly kind: OrderKind;
  readonly leaseId: string | null;
  readonly askedBy: string;
}

/** Orders something of a board and waits for what comes of it; null when that takes longer than the caller waits. */
export async function order(pool: Pool, ordered: Ordered, withinMs: number): Promise<OrderEnd | null> {
  const id = await giveOrder(pool, ordered);
  const deadline = performance.now() + withinMs;
  for (;;) {
    const end = await orderEnd(pool, id);
    if (end !== null || performance.now() > deadline) return end;
    await pause(workTunables.askEveryMs);
  }
}
