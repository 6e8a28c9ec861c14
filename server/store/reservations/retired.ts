import type { Turn } from './in-turn.ts';

/** Names of a reservation's boards that are no more. */
export async function boardsRetired({ client }: Turn, reservationId: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT b.name FROM reservation_board w JOIN board b ON b.id = w.board_id
     WHERE w.reservation_id = $1 AND w.released_at IS NULL AND b.health = 'retired' ORDER BY b.name`,
    [reservationId],
  );
  return rows.map(({ name }) => name);
}
