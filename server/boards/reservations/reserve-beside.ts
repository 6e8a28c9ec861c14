import type { Pool } from 'pg';
import { plan } from '#lib/reservation/plan.ts';
import { atAGlance } from '#server/store/reservations/at-a-glance.ts';
import { beside } from '#server/store/reservations/in-turn.ts';
import { waitingOf } from '#server/store/reservations/queue.ts';
import { backByThen } from './back-by-then.ts';
import { give, type Reserved } from './give.ts';
import type { Wish } from './reserve.ts';
import { startOf } from './start-of.ts';
import { refuseTooLong } from './too-long.ts';

/**
 * Reserves one board that is free and that nobody waits for, beside others: two statements, and no turn. Null where something is
 * to be settled first, or no board is to be had so: what then is right is found out in turn. Throws LIMIT, BAD_INPUT.
 */
export async function reserveBeside(pool: Pool, wish: Wish): Promise<Reserved | null> {
  // Two who want several could wait for each other's for ever.
  if (wish.wants.length > 1) return null;
  return await beside(async () => {
    const { now, overdue, boards: meant } = await atAGlance(pool, wish.wants);
    const boards = meant.filter(({ site }) => wish.sites === null || wish.sites.includes(site));
    if (overdue || boards.length === 0) return null;
    const startsAt = startOf(wish, now);
    const begins = startsAt === now;
    const asked = { ...wish, startsAt, maxMinutes: refuseTooLong(boards, wish) };
    const open = boards.filter(({ awaited }) => !awaited);
    const [planned] = plan(now, begins ? open : backByThen(open), [waitingOf({ id: 'mine', ...asked })]);
    if (planned?.from !== startsAt) return null;
    return await give(pool, asked, { boardIds: planned.boards, boards, begins });
  });
}
