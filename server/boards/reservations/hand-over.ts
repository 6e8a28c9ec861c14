import type { Pool } from 'pg';
import { DomainError } from '#lib/errors.ts';
import { changeHolder, changeShares } from '#server/store/reservations/change.ts';
import { inTurn } from '#server/store/reservations/in-turn.ts';
import { type ReservationRow, reservationNamed } from '#server/store/reservations/reservation-row.ts';
import { type Actor, liveReservation, refuseStranger } from './own.ts';

/** So many may share boards. */
const mostShares = 20;

/** Makes boards somebody else's for the rest of their time, under a lease of its own. Throws REFUSED, FORBIDDEN, BAD_INPUT. */
export async function handOver(
  pool: Pool,
  name: string,
  actor: Actor & { readonly to: string; readonly reason: string },
): Promise<ReservationRow> {
  return await inTurn(pool, async (turn) => {
    const row = await liveReservation(turn, name);
    await refuseStranger(turn, row, actor);
    if (row.runId !== null) throw new DomainError('REFUSED', `${row.holder} cannot hand over what it works with.`);
    if (actor.to === row.holder)
      throw new DomainError('BAD_INPUT', `Reservation ${row.number} is ${row.holder}’s already.`);
    await changeHolder(turn, { id: row.id, to: actor.to, by: actor.by, reason: actor.reason });
    return await reservationNamed(turn.client, row.id);
  });
}

/** Lets others work with the boards too, exactly these from now on. Throws REFUSED, FORBIDDEN, LIMIT. */
export async function share(
  pool: Pool,
  name: string,
  actor: Actor & { readonly sharedWith: readonly string[] },
): Promise<ReservationRow> {
  return await inTurn(pool, async (turn) => {
    const row = await liveReservation(turn, name);
    await refuseStranger(turn, row, actor);
    const sharedWith = [...new Set(actor.sharedWith)].filter((one) => one !== row.holder).sort();
    if (sharedWith.length > mostShares) throw new DomainError('LIMIT', `At most ${mostShares} can share boards.`);
    await changeShares(turn, { id: row.id, sharedWith, by: actor.by });
    return await reservationNamed(turn.client, row.id);
  });
}
