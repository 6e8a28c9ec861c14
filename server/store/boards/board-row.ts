import { z } from 'zod';
import { type Board, boardEntry, boardHealths } from '#lib/boards/board.ts';

const time = z.coerce.date().transform((date) => date.getTime());

/** A row of the table as the program has it. What another release wrote is checked here. */
const boardRow = boardEntry.extend({
  id: z.guid(),
  health: z.enum(boardHealths),
  healthReason: z.string(),
  healthSince: time,
  offlineSince: time.nullable(),
  offlineBecause: z.string().nullable(),
});

/** The columns that `boardOf` reads, of a table or alias `b`. */
export const boardColumns = `b.id, b.name, b.site, b.type, b.serial, b.host, b.tags, b.notes, b.connections, b.hooks, b.health,
  b.health_reason AS "healthReason", b.health_since AS "healthSince", b.offline_since AS "offlineSince", b.offline_because AS "offlineBecause"`;

/** A row that was selected with `boardColumns`. */
export function boardOf(row: unknown): Board {
  return boardRow.parse(row);
}
