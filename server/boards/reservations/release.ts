import type { Pool } from 'pg';
import { DomainError } from '#lib/errors.ts';
import { endReservations } from '#server/store/reservations/end.ts';
import { inTurn } from '#server/store/reservations/in-turn.ts';
import { type ReservationRow, reservationNamed } from '#server/store/reservations/reservation-row.ts';
import { type Actor, liveReservation, refuseStranger } from './own.ts';
import { settle } from './settle.ts';

/**
 * Gives boards back, or leaves the queue; whoever waits for the boards gets them in the same transaction. What somebody else has
 * is only taken from them with a reason, by who manages boards there. Throws REFUSED, FORBIDDEN, BAD_INPUT.
 */
export async function release(
  pool: Pool,
  name: string,
  actor: Actor & { readonly reason: string },
): Promise<ReservationRow> {
  return await inTurn(pool, async (turn) => {
    const row = await liveReservation(turn, name);
    await refuseStranger(turn, row, actor);
    const own = row.holder === actor.by || row.askedBy === actor.by;
    if (!own && actor.reason.trim() === '')
      throw new DomainError('BAD_INPUT', `Say why reservation ${row.number} is taken from ${row.holder}.`, {
        next: 'Give a reason: they and the history of the board are told.',
      });
    const because = own ? actor.reason || 'released' : `taken by ${actor.by}: ${actor.reason}`;
    const kind = own ? 'released' : 'force-released';
    await endReservations(turn, { ids: [row.id], by: actor.by, because, kind });
    await settle(turn);
    return await reservationNamed(turn.client, row.id);
  });
}
