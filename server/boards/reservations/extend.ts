import type { Pool } from 'pg';
import { DomainError } from '#lib/errors.ts';
import { duration } from '#lib/format/duration.ts';
import { moveEnd } from '#server/store/reservations/change.ts';
import { inTurn } from '#server/store/reservations/in-turn.ts';
import { type ReservationRow, reservationNamed } from '#server/store/reservations/reservation-row.ts';
import { type Actor, liveReservation, refuseStranger } from './own.ts';

/** Until when: a time (epoch milliseconds), or so many minutes longer. */
export type Longer = { readonly until: number } | { readonly byMinutes: number };

/**
 * Lets a reservation last longer; it never becomes shorter by that. Throws REFUSED for one that is over, LIMIT beyond what its
 * asker may have, CONFLICT naming who has the board next.
 */
export async function extend(pool: Pool, name: string, longer: Longer, actor: Actor): Promise<ReservationRow> {
  return await inTurn(pool, async (turn) => {
    const row = await liveReservation(turn, name);
    await refuseStranger(turn, row, actor);
    const end = endOf(row);
    const to = 'until' in longer ? longer.until : end + longer.byMinutes * 60_000;
    if (to <= end) return row;
    const minutes = Math.ceil((to - row.startsAt) / 60_000);
    if (row.maxMinutes !== null && minutes > row.maxMinutes)
      throw new DomainError(
        'LIMIT',
        `${duration(minutes * 60_000)} is longer than you may have these boards at once.`,
        {
          next: `It can last until ${new Date(row.startsAt + row.maxMinutes * 60_000).toISOString()}.`,
        },
      );
    await moveEnd(turn, { id: row.id, to, by: actor.by });
    return await reservationNamed(turn.client, row.id);
  });
}

/** When a reservation ends as things stand, epoch milliseconds. */
export function endOf({ boards, startsAt, minutes }: ReservationRow): number {
  return boards.length === 0 ? startsAt + minutes * 60_000 : Math.max(...boards.map(({ to }) => to));
}
