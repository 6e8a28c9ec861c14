import { decideHold } from '#lib/reservation/run-hold.ts';
import { delayStart, moveEnd } from '#server/store/reservations/change.ts';
import { endReservations } from '#server/store/reservations/end.ts';
import type { Turn } from '#server/store/reservations/in-turn.ts';
import { type HeldByRun, nextOnBoards, runHolds, runsNoLongerWaiting } from '#server/store/reservations/run-holds.ts';
import { askToYieldItself } from '#server/store/reservations/yield.ts';
import { reservationTunables } from './tunables.ts';

/**
 * Keeps boards with runs that live and work, and takes them from those that do not: ended ones, ones that wait for a person, ones
 * whose board or runner is gone, and between two iterations ones that are asked to give way.
 */
export async function tendRuns(turn: Turn, silentMs: number): Promise<void> {
  const gone = { by: 'engine', because: 'the run has ended', kind: 'released' } as const;
  await endReservations(turn, { ids: await runsNoLongerWaiting(turn), ...gone });
  for (const hold of await runHolds(turn, silentMs)) {
    const decided = decideHold(hold, turn.now);
    if (decided.act === 'end')
      await endReservations(turn, { ids: [hold.id], by: 'engine', because: decided.because, kind: 'released' });
    if (decided.act === 'renew') await renew(turn, hold);
  }
}

/** Who comes next asks the run to give way by that; until it does, they begin later, as long as that may be asked of them. */
async function renew(turn: Turn, hold: HeldByRun): Promise<void> {
  const { runTermMs, delayWithinMs, delayStepMs, longestYieldMs } = reservationTunables;
  const to = turn.now + runTermMs;
  const next = await nextOnBoards(turn, hold.id);
  if (next === null || next.at >= to) return await moveEnd(turn, { id: hold.id, to, by: hold.holder });
  await askToYieldItself(turn, hold.id);
  if (next.at > hold.endsAt) return await moveEnd(turn, { id: hold.id, to: next.at, by: hold.holder });
  const later = next.at + delayStepMs;
  if (next.at > turn.now + delayWithinMs || later - next.wantedAt > longestYieldMs) return;
  if (!(await delayStart(turn, next.id, later))) return;
  await moveEnd(turn, { id: hold.id, to: later, by: hold.holder });
}
