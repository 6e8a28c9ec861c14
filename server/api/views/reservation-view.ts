import { selectorText } from '#lib/reservation/selector.ts';
import type { ReservationRow } from '#server/store/reservations/reservation-row.ts';

/** A reservation as pages show it: what was asked for in words, and the boards that came of it. */
export function reservationView(row: ReservationRow) {
  const {
    id,
    number,
    holder,
    runNumber,
    purpose,
    wants,
    status,
    minutes,
    maxMinutes,
    startsAt,
    sharedWith,
    seriesId,
    boards,
    lease,
  } = row;
  return {
    ...{ id, number, holder, runNumber, purpose, status, minutes, maxMinutes, startsAt, sharedWith, seriesId, lease },
    wants: wants.map(selectorText),
    boards: boards.map(({ id: boardId, name, from, to }) => ({ id: boardId, name, from, to })),
  };
}
