import { whyHopeless } from '#lib/reservation/outlook.ts';
import { type Turn as PlannedTurn, plan } from '#lib/reservation/plan.ts';
import { type Candidate, candidates } from '#server/store/reservations/candidates.ts';
import { due } from '#server/store/reservations/due.ts';
import { endReservations } from '#server/store/reservations/end.ts';
import { grant } from '#server/store/reservations/grant.ts';
import type { Turn } from '#server/store/reservations/in-turn.ts';
import { queued, waitingOf } from '#server/store/reservations/queue.ts';
import type { ReservationRow } from '#server/store/reservations/reservation-row.ts';
import { askToYield } from '#server/store/reservations/yield.ts';
import { beginDue } from './begin-due.ts';

/** Brings reservations up to the time: ends what has expired, begins what is due, serves the queue. */
export async function settle(turn: Turn): Promise<void> {
  const { expired, missed, begins, queued: waiting } = await due(turn);
  await endReservations(turn, { ids: expired, by: 'engine', because: 'its time was up', kind: 'expired' });
  const never = 'no board was there in its time';
  await endReservations(turn, { ids: missed, by: 'engine', because: never, kind: 'refused' });
  await beginDue(turn, begins);
  if (waiting > 0) await serveQueue(turn);
}

/** Gives boards to those whose turn it is; refuses those whose boards are no more; asks runs to give way to people. */
async function serveQueue(turn: Turn): Promise<void> {
  const queue = await queued(turn.client);
  const wants = queue.flatMap((row) => row.wants);
  const boards = await candidates(turn.client, wants, turn.now);
  const turns = plan(turn.now, boards, queue.map(waitingOf));
  for (const [index, planned] of turns.entries()) {
    const row = queue[index];
    if (row === undefined) continue;
    if (planned.from === turn.now) await grant(turn, grantOf(row, planned, turn.now));
    else await refuseHopeless(turn, row, boards);
  }
  await askToYield(turn, boardsToClear(turns, queue, boards, turn.now));
}

function grantOf(row: ReservationRow, { boards }: PlannedTurn, now: number) {
  const { id: reservationId, holder, minutes } = row;
  return { reservationId, holder, boardIds: boards, from: now, to: now + minutes * 60_000, begins: true };
}

/** Nobody waits for what only a person can bring back. */
async function refuseHopeless(turn: Turn, row: ReservationRow, boards: readonly Candidate[]): Promise<void> {
  const why = row.wants.flatMap((want) => whyHopeless(boards, want) ?? [])[0];
  if (why !== undefined) await endReservations(turn, { ids: [row.id], by: 'engine', because: why, kind: 'refused' });
}

/** Boards that people wait for and that somebody has now. */
function boardsToClear(
  turns: readonly PlannedTurn[],
  queue: readonly ReservationRow[],
  boards: readonly Candidate[],
  now: number,
): string[] {
  const wanted = new Set(
    turns.flatMap(({ from, boards: given }, index) => (from === now || queue[index]?.runId !== null ? [] : given)),
  );
  return boards.filter(({ id, busy }) => wanted.has(id) && busy.some(({ from }) => from <= now)).map(({ id }) => id);
}
