import { hopelessHealths } from '#lib/boards/board.ts';
import type { Turn } from './in-turn.ts';
import { takenBy } from './taken-by.ts';

const hopeless = hopelessHealths.map((health) => `'${health}'`).join(', ');

/**
 * SQL of windows that are yet to come on boards that will not be there, after a time. `OFFSET 0` makes the few boards come first:
 * from the many windows to come the planner, who thinks of them as one, would look at all boards for each.
 */
export function strandedSql(now: string): string {
  return `SELECT DISTINCT w.reservation_id AS id FROM board b CROSS JOIN LATERAL (
       SELECT w.reservation_id FROM reservation_board w
       WHERE w.board_id = b.id AND ${takenBy('w')} && tstzrange(${now}, NULL) AND w.starts_at > ${now} OFFSET 0) w
     WHERE b.health IN (${hopeless})`;
}

/** Ids of the reservations whose time is yet to come, and a board of theirs will not be there. */
export async function stranded({ client, now }: Turn): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>({
    name: 'reservations-stranded',
    text: strandedSql('to_timestamp($1 / 1000.0)'),
    values: [now],
  });
  return rows.map(({ id }) => id);
}
