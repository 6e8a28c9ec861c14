import type { Pool } from 'pg';
import { DomainError } from '#lib/errors.ts';
import type { Selector } from '#lib/reservation/selector.ts';
import { endReservations } from '#server/store/reservations/end.ts';
import { inTurn, type Turn } from '#server/store/reservations/in-turn.ts';
import { type ReservationRow, reservationsWhere } from '#server/store/reservations/reservation-row.ts';
import type { Reserved } from './give.ts';
import { queuePlace } from './queue-place.ts';
import { reserveInTurn } from './reserve.ts';
import { settle } from './settle.ts';
import { reservationTunables } from './tunables.ts';

/** Which board a run wants. */
export interface RunWish {
  readonly runId: string;
  /** What the history and others call it: `run #12`. */
  readonly holder: string;
  readonly want: Selector;
  /** Names of the host that works for the run. */
  readonly hosts: readonly string[];
  /** Where the run is worked on; null is anywhere. */
  readonly site: string | null;
  readonly prefer: readonly string[];
  /** Names of boards that have just failed this run. */
  readonly avoid: readonly string[];
  /** Gives way to people after an iteration. */
  readonly yields: boolean;
}

export type RunPlace =
  | { readonly outcome: 'granted'; readonly board: string; readonly reason: string }
  | { readonly outcome: 'queued'; readonly reservationId: string; readonly reason: string }
  | { readonly outcome: 'unavailable'; readonly reason: string };

/**
 * The board that a run holds, or a new one, or its place in the queue; asking again gives the same. A board that has just failed
 * it, and one that people wait for, is given back first.
 */
export async function boardForRun(pool: Pool, wish: RunWish): Promise<RunPlace> {
  return await inTurn(pool, async (turn) => {
    await settle(turn);
    const [own] = await reservationsWhere(turn.client, `r.run_id = $1 AND r.status <> 'ended'`, [wish.runId]);
    if (own?.status === 'queued') return await stillQueued(turn, own);
    const [board] = own?.boards ?? [];
    if (own !== undefined && board !== undefined) {
      const back = whyBack(own, board.name, wish);
      if (back === null) return { outcome: 'granted', board: board.name, reason: `${wish.holder} holds it already` };
      await endReservations(turn, { ids: [own.id], by: wish.holder, because: back, kind: 'released' });
      await settle(turn);
    }
    return await askAnew(turn, wish);
  });
}

/** Why the run gives the board back that it has, between two iterations. */
function whyBack({ yieldAskedAt, yields }: ReservationRow, board: string, { avoid }: RunWish): string | null {
  if (avoid.includes(board)) return 'the board has just failed the run';
  return yields && yieldAskedAt !== null ? 'the run gave way to a person after its iteration' : null;
}

async function askAnew(
  turn: Turn,
  { runId, holder, want, hosts, site, prefer, avoid, yields }: RunWish,
): Promise<RunPlace> {
  try {
    const reserved = await reserveInTurn(turn, {
      ...{ holder, askedBy: holder, runId, purpose: '', wants: [want], hosts, prefer, avoid, yields, seriesId: null },
      sites: site === null ? null : [site],
      priority: runPriority,
      minutes: reservationTunables.runTermMs / 60_000,
      from: null,
      wait: true,
      longest: null,
    });
    const [board] = reserved.boards;
    if (board !== undefined) return { outcome: 'granted', board, reason: `reservation ${reserved.number}` };
    return { outcome: 'queued', reservationId: reserved.id, reason: inQueue(reserved) };
  } catch (error) {
    if (error instanceof DomainError) return { outcome: 'unavailable', reason: error.message };
    throw error;
  }
}

/** People go first: see `peoplePriority`. */
const runPriority = 0;

async function stillQueued({ client, now }: Turn, { id, number }: ReservationRow): Promise<RunPlace> {
  const place = await queuePlace(client, id, now);
  return {
    outcome: 'queued',
    reservationId: id,
    reason: inQueue({ number, position: null, expected: null, ...place }),
  };
}

function inQueue({ number, position, expected }: Pick<Reserved, 'number' | 'position' | 'expected'>): string {
  const when = expected === null ? '' : `, at ${new Date(expected).toISOString()} at the earliest`;
  return `number ${position ?? 1} in the queue (reservation ${number})${when}`;
}
