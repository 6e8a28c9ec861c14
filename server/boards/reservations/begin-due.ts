import type { Turn } from '#server/store/reservations/in-turn.ts';
import { begin } from '#server/store/reservations/reroute.ts';
import { reservationsWhere } from '#server/store/reservations/reservation-row.ts';
import { otherBoards } from './other-boards.ts';

/**
 * Begins reservations whose time has come. One whose board cannot be used is given another of its kind; where there is none it
 * waits for its own until its time is over.
 */
export async function beginDue(turn: Turn, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await reservationsWhere(turn.client, 'r.id = ANY($1) ORDER BY r.priority DESC, r.asked_at', [ids]);
  for (const row of rows) {
    const { unusable, moveTo } = await otherBoards(turn, row, turn.now);
    if (unusable.length === 0) await begin(turn, row.id);
    else if (moveTo !== null) await moveTo({ begins: true });
  }
}
