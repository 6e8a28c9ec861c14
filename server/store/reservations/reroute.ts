import type { Turn } from './in-turn.ts';

/** Takes the boards of a reservation that has not begun away from it, so that others can be given. */
export async function takeBack({ client, now }: Turn, reservationId: string, because: string): Promise<void> {
  await client.query(
    `WITH freed AS (
       UPDATE reservation_board SET released_at = to_timestamp($2 / 1000.0) WHERE reservation_id = $1 AND released_at IS NULL RETURNING board_id
     )
     INSERT INTO board_event (board_id, kind, actor, reason, data)
     SELECT board_id, 'rerouted', 'engine', $3, jsonb_build_object('reservation', $1::uuid) FROM freed`,
    [reservationId, now, because],
  );
}

/** Turns a booked reservation whose boards are there into a held one; gives its lease's id. */
export async function begin({ client }: Turn, reservationId: string): Promise<string | null> {
  const { rows } = await client.query<{ id: string }>(
    `WITH held AS (
       UPDATE reservation SET status = 'held' WHERE id = $1 AND status = 'booked' RETURNING id, holder
     ), lease AS (
       INSERT INTO lease (reservation_id, holder, expires_at)
       SELECT id, holder, (SELECT max(ends_at) FROM reservation_board WHERE reservation_id = held.id AND released_at IS NULL) FROM held
       RETURNING id
     ), told AS (
       INSERT INTO board_event (board_id, kind, actor, data)
       SELECT w.board_id, 'held', held.holder, jsonb_build_object('reservation', held.id, 'until', w.ends_at, 'lease', lease.id)
       FROM held, lease, reservation_board w WHERE w.reservation_id = held.id AND w.released_at IS NULL
     )
     SELECT id FROM lease`,
    [reservationId],
  );
  return rows[0]?.id ?? null;
}
