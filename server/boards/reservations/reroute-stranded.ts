import { endReservations } from '#server/store/reservations/end.ts';
import type { Turn } from '#server/store/reservations/in-turn.ts';
import { reservationsWhere } from '#server/store/reservations/reservation-row.ts';
import { boardsRetired } from '#server/store/reservations/retired.ts';
import { stranded } from '#server/store/reservations/stranded.ts';
import { otherBoards } from './other-boards.ts';

/**
 * Moves reservations to come from boards that are out of service to others of their kind. Where there are none, one on a board
 * that is no more is refused; the others keep theirs, which may be back by then.
 */
export async function rerouteStranded(turn: Turn): Promise<void> {
  const ids = await stranded(turn);
  if (ids.length === 0) return;
  for (const row of await reservationsWhere(turn.client, 'r.id = ANY($1) ORDER BY r.starts_at', [ids])) {
    const { moveTo } = await otherBoards(turn, row, row.startsAt);
    if (moveTo !== null) {
      await moveTo({ begins: false });
      continue;
    }
    const retired = await boardsRetired(turn, row.id);
    if (retired.length === 0) continue;
    const because = `${retired.join(', ')} is retired, and no other board is free at that time`;
    await endReservations(turn, { ids: [row.id], by: 'engine', because, kind: 'refused' });
  }
}
