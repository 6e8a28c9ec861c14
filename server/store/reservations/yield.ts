import type { Turn } from './in-turn.ts';

/** Asks the runs that hold these boards and give way to people to do so after their iteration. */
export async function askToYield({ client, now }: Turn, boardIds: readonly string[]): Promise<void> {
  if (boardIds.length === 0) return;
  await client.query({
    name: 'ask-to-yield',
    text: `UPDATE reservation r SET yield_asked_at = to_timestamp($2 / 1000.0)
       WHERE r.status = 'held' AND r.yields AND r.yield_asked_at IS NULL AND EXISTS (
         SELECT 1 FROM reservation_board w WHERE w.reservation_id = r.id AND w.released_at IS NULL AND w.board_id = ANY($1))`,
    values: [boardIds, now],
  });
}

/** The same of one reservation, which somebody will follow on the same board. */
export async function askToYieldItself({ client, now }: Turn, reservationId: string): Promise<void> {
  await client.query({
    name: 'ask-itself-to-yield',
    text: `UPDATE reservation SET yield_asked_at = to_timestamp($2 / 1000.0) WHERE id = $1 AND yields AND yield_asked_at IS NULL`,
    values: [reservationId, now],
  });
}
