import type { Pool } from 'pg';
import { DomainError } from '#lib/errors.ts';
import { peoplePriority } from '#lib/reservation/priority.ts';
import { endReservations } from '#server/store/reservations/end.ts';
import { inTurn, type Turn } from '#server/store/reservations/in-turn.ts';
import { reservationsWhere } from '#server/store/reservations/reservation-row.ts';
import {
  closeSeries,
  insertSeries,
  type Series,
  seriesBookedBefore,
  setBookedUntil,
} from '#server/store/reservations/series.ts';
import type { Reserved } from './give.ts';
import { occurrences, type Recurrence } from './occurrences.ts';
import { type Actor, refuseStranger } from './own.ts';
import { reserveInTurn, type Wish } from './reserve.ts';
import { settle } from './settle.ts';
import { reservationTunables } from './tunables.ts';

export interface SeriesWish
  extends Recurrence,
    Pick<Wish, 'holder' | 'askedBy' | 'purpose' | 'wants' | 'sites' | 'minutes' | 'longest'> {
  /** Books the rest where some of the times are taken. */
  readonly skipTaken: boolean;
}

export interface BookedSeries {
  readonly id: string;
  readonly booked: readonly Reserved[];
  /** Times that were taken, and by whom. */
  readonly taken: readonly { readonly at: number; readonly why: string }[];
}

/** More than a year of days is a mistake. */
const mostAtOnce = 400;

/**
 * Books times that come again, three months ahead; the rest follows as time goes by. Throws BAD_INPUT for a rule that is none,
 * CONFLICT that lists every time that is taken.
 */
export async function reserveSeries(pool: Pool, wish: SeriesWish): Promise<BookedSeries> {
  return await inTurn(pool, async (turn) => {
    await settle(turn);
    const until = turn.now + reservationTunables.seriesAheadMs;
    const times = occurrences(wish, Math.max(wish.firstAt, turn.now), until);
    if (times.length === 0) throw new DomainError('BAD_INPUT', 'By that rule nothing comes within three months.');
    if (times.length > mostAtOnce) throw new DomainError('LIMIT', `That is ${times.length} times in three months.`);
    const { holder, purpose, wants, rule, zone, firstAt, minutes } = wish;
    const id = await insertSeries(turn, { holder, purpose, wants, rule, zone, firstAt, minutes, bookedUntil: until });
    const { booked, taken } = await bookTimes(turn, times, { ...wish, seriesId: id });
    if (taken.length > 0 && (!wish.skipTaken || booked.length === 0))
      throw new DomainError('CONFLICT', `${taken.length} of ${times.length} times are taken. ${taken[0]?.why}`, {
        next: 'Choose another time, or book the rest.',
      });
    return { id, booked, taken };
  });
}

async function bookTimes(
  turn: Turn,
  times: readonly number[],
  wish: Omit<SeriesWish, 'rule' | 'zone' | 'firstAt' | 'skipTaken'> & { readonly seriesId: string },
): Promise<Omit<BookedSeries, 'id'>> {
  const booked: Reserved[] = [];
  const taken: { at: number; why: string }[] = [];
  const anybody = { runId: null, hosts: null, prefer: [], avoid: [], yields: false, priority: peoplePriority };
  for (const at of times) {
    try {
      booked.push(await reserveInTurn(turn, { ...wish, ...anybody, from: at, wait: false }));
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'CONFLICT') throw error;
      taken.push({ at, why: error.message });
    }
  }
  return { booked, taken };
}

/** Books what has come near of the series that go on; what is taken by then is left out. */
export async function continueSeries(turn: Turn): Promise<void> {
  const until = turn.now + reservationTunables.seriesAheadMs;
  for (const { id, bookedUntil, ...series } of await seriesBookedBefore(
    turn,
    until - reservationTunables.continueEveryMs,
  )) {
    const times = occurrences(series, bookedUntil + 1, until);
    await bookTimes(turn, times, { ...ownOf(series), seriesId: id });
    await setBookedUntil(turn, id, until);
  }
}

function ownOf({ holder, purpose, wants, minutes }: Omit<Series, 'bookedUntil'>) {
  return { holder, askedBy: holder, purpose, wants, minutes, sites: null, longest: null };
}

/** Ends a series with everything of it that has not begun; gives how many reservations that were. Throws NOT_FOUND, FORBIDDEN. */
export async function endSeries(pool: Pool, id: string, actor: Actor): Promise<number> {
  return await inTurn(pool, async (turn) => {
    const [first] = await reservationsWhere(turn.client, 'r.series_id = $1 ORDER BY r.starts_at DESC LIMIT 1', [id]);
    if (first === undefined) throw new DomainError('NOT_FOUND', 'There is no such series.');
    await refuseStranger(turn, first, actor);
    const closed = await closeSeries(turn, { id, by: actor.by });
    if (closed === null) throw new DomainError('REFUSED', 'This series has been ended already.');
    const because = 'the series was ended';
    await endReservations(turn, { ids: closed.toCome, by: actor.by, because, kind: 'released' });
    return closed.toCome.length;
  });
}
