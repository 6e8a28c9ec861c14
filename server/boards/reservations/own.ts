import { DomainError } from '#lib/errors.ts';
import { candidates } from '#server/store/reservations/candidates.ts';
import type { Turn } from '#server/store/reservations/in-turn.ts';
import { leaseEnd } from '#server/store/reservations/lease-end.ts';
import { type ReservationRow, reservationNamed } from '#server/store/reservations/reservation-row.ts';
import { settle } from './settle.ts';

/** Who acts on a reservation. */
export interface Actor {
  readonly by: string;
  /** Whether they manage boards at a site, and so may act on what others have there. */
  readonly manages: (site: string) => boolean;
}

/**
 * The reservation of this name (number, id, lease or board), as it stands now. Throws NOT_FOUND; REFUSED for one that is over and
 * for a lease that is not good any more, saying since when.
 */
export async function liveReservation(turn: Turn, name: string): Promise<ReservationRow> {
  await settle(turn);
  const row = await reservationNamed(turn.client, name);
  const ended = await leaseEnd(turn.client, name);
  if (ended !== null) throw over(ended.at, ended.because, 'The lease');
  if (row.endedAt !== null) throw over(row.endedAt, row.endedBecause ?? 'it was over', `Reservation ${row.number}`);
  return row;
}

function over(at: number, because: string, what: string): DomainError {
  return new DomainError('REFUSED', `${what} expired at ${new Date(at).toISOString()}: ${because}.`, {
    next: 'Reserve the board anew.',
  });
}

/** Throws FORBIDDEN unless the reservation is theirs, or they manage every site that its boards stand at or could stand at. */
export async function refuseStranger(turn: Turn, row: ReservationRow, { by, manages }: Actor): Promise<void> {
  if (row.holder === by || row.askedBy === by) return;
  const boards = row.boards.length > 0 ? row.boards : await candidates(turn.client, row.wants, turn.now);
  if (boards.length > 0 && boards.every(({ site }) => manages(site))) return;
  throw new DomainError('FORBIDDEN', `Reservation ${row.number} is ${row.holder}’s.`, {
    next: 'Ask them to release it, or somebody who manages boards there.',
  });
}
