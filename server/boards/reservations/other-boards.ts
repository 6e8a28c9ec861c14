import { plan } from '#lib/reservation/plan.ts';
import { candidates } from '#server/store/reservations/candidates.ts';
import { grant } from '#server/store/reservations/grant.ts';
import type { Turn } from '#server/store/reservations/in-turn.ts';
import { waitingOf } from '#server/store/reservations/queue.ts';
import { takeBack } from '#server/store/reservations/reroute.ts';
import type { ReservationRow } from '#server/store/reservations/reservation-row.ts';

export interface OtherBoards {
  /** Names of boards of the reservation that cannot be used. */
  readonly unusable: readonly string[];
  /** Moves the reservation to boards of the same kind that can; null where there are none. */
  readonly moveTo: ((how: { begins: boolean }) => Promise<void>) | null;
}

/** What there is to do for a reservation that has its boards and has not begun; it would have others from a time on. */
export async function otherBoards(turn: Turn, row: ReservationRow, from: number): Promise<OtherBoards> {
  const own = new Set(row.boards.map(({ id }) => id));
  const wants = [...row.wants, ...row.boards.map(({ name }) => ({ name, tags: [] }))];
  const boards = await candidates(turn.client, wants, turn.now);
  const unusable = row.boards
    .filter(({ id }) => boards.find((board) => board.id === id)?.usable !== true)
    .map(({ name }) => name);
  if (unusable.length === 0) return { unusable, moveTo: null };
  const to = Math.max(...row.boards.map((board) => board.to));
  // Its own windows are not in its way.
  const freed = boards.map((board) =>
    own.has(board.id) ? { ...board, busy: board.busy.filter((busy) => busy.from !== row.startsAt) } : board,
  );
  const [other] = plan(turn.now, freed, [{ ...waitingOf(row), minutes: (to - from) / 60_000, from }]);
  if (other === undefined || other.from !== from) return { unusable, moveTo: null };
  const because = `${unusable.join(', ')} cannot be used`;
  return {
    unusable,
    async moveTo({ begins }) {
      await takeBack(turn, row.id, because);
      const { id: reservationId, holder } = row;
      await grant(turn, { reservationId, holder, boardIds: other.boards, from, to, begins, reason: because });
    },
  };
}
