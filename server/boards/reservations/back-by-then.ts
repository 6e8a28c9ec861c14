import { isUsable } from '#lib/boards/availability.ts';
import type { Candidate } from '#server/store/reservations/candidates.ts';

/** Boards as they may be at a time to come: one that nobody reaches now may well be back, one that is out of service may not. */
export function backByThen(boards: readonly Candidate[]): Candidate[] {
  return boards.map((board) => ({ ...board, usable: isUsable[board.health] }));
}
