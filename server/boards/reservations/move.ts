import type { Pool } from 'pg';
import { DomainError } from '#lib/errors.ts';
import { plan } from '#lib/reservation/plan.ts';
import { candidates } from '#server/store/reservations/candidates.ts';
import { moveEnd, moveStart } from '#server/store/reservations/change.ts';
import { grant } from '#server/store/reservations/grant.ts';
import { inTurn } from '#server/store/reservations/in-turn.ts';
import { waitingOf } from '#server/store/reservations/queue.ts';
import { takeBack } from '#server/store/reservations/reroute.ts';
import { type ReservationRow, reservationNamed } from '#server/store/reservations/reservation-row.ts';
import { backByThen } from './back-by-then.ts';
import { endOf } from './extend.ts';
import { type Actor, liveReservation, refuseStranger } from './own.ts';
import { settle } from './settle.ts';
import { whoHas } from './who-has.ts';

/** Where a reservation is moved to: other times (epoch milliseconds), another board in place of its only one. */
export interface Move {
  readonly from: number;
  readonly to: number;
  readonly board?: string | undefined;
}

/**
 * Gives a reservation that has not begun another time or another board. Of one that has begun only the end can be moved, and not
 * before now. Throws REFUSED, LIMIT, CONFLICT naming who is in the way.
 */
export async function move(pool: Pool, name: string, wanted: Move, actor: Actor): Promise<ReservationRow> {
  return await inTurn(pool, async (turn) => {
    const row = await liveReservation(turn, name);
    await refuseStranger(turn, row, actor);
    if (row.status === 'queued' || row.runId !== null)
      throw new DomainError('REFUSED', `Reservation ${row.number} has no time that could be moved.`);
    const { from, to, board } = wanted;
    const minutes = Math.ceil((to - from) / 60_000);
    if (minutes < 1) throw new DomainError('BAD_INPUT', 'A reservation ends after it begins.');
    if (row.maxMinutes !== null && minutes > row.maxMinutes && to > endOf(row))
      throw new DomainError('LIMIT', `At most ${row.maxMinutes} minutes of such boards are yours at once.`);
    const begun = row.status === 'held';
    if (begun && (from !== row.startsAt || isOther(row, board)))
      throw new DomainError('REFUSED', `Reservation ${row.number} has begun: only its end can be moved.`);
    if (!begun && from < turn.now - 60_000)
      throw new DomainError('BAD_INPUT', `${new Date(from).toISOString()} is in the past.`);
    if (begun) await moveEnd(turn, { id: row.id, to: Math.max(to, turn.now + 1), by: actor.by });
    else if (isOther(row, board)) await toOtherBoard();
    else await moveStart(turn, { id: row.id, from, minutes, by: actor.by });
    await settle(turn);
    return await reservationNamed(turn.client, row.id);

    async function toOtherBoard(): Promise<void> {
      if (row.boards.length !== 1) throw new DomainError('REFUSED', `Reservation ${row.number} is of several boards.`);
      const wants = [{ name: board ?? '', tags: [] }];
      const boards = await candidates(turn.client, wants, turn.now);
      const asked = { ...row, wants, minutes, startsAt: from };
      const [planned] = plan(turn.now, backByThen(boards), [waitingOf(asked)]);
      if (planned?.from !== from) throw await whoHas(turn, asked, boards, { freeAt: planned?.from ?? null });
      await takeBack(turn, row.id, `moved by ${actor.by}`);
      await moveStart(turn, { id: row.id, from, minutes, by: actor.by });
      const given = { reservationId: row.id, holder: row.holder, boardIds: planned.boards, from, to };
      await grant(turn, { ...given, begins: false });
    }
  });
}

function isOther({ boards }: ReservationRow, board: string | undefined): boolean {
  return board !== undefined && !boards.some(({ name }) => name === board);
}
