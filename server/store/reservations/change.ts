import type { Turn } from './in-turn.ts';

/** Moves the end of a reservation, with its windows and its lease. Overlap is refused by the database. */
export async function moveEnd({ client }: Turn, { id, to, by }: { id: string; to: number; by: string }): Promise<void> {
  await client.query({
    name: 'move-end',
    text: `WITH moved AS (
         UPDATE reservation SET minutes = ceil(extract(epoch FROM to_timestamp($2 / 1000.0) - starts_at) / 60) WHERE id = $1 RETURNING id, holder
       ), windows AS (
         UPDATE reservation_board w SET ends_at = to_timestamp($2 / 1000.0) FROM moved
         WHERE w.reservation_id = moved.id AND w.released_at IS NULL RETURNING w.board_id
       ), leased AS (
         UPDATE lease l SET expires_at = to_timestamp($2 / 1000.0) FROM moved WHERE l.reservation_id = moved.id AND l.ended_at IS NULL
       )
       INSERT INTO board_event (board_id, kind, actor, data)
       SELECT board_id, 'extended', $3, jsonb_build_object('reservation', $1::uuid, 'until', to_timestamp($2 / 1000.0)) FROM windows`,
    values: [id, to, by],
  });
}

/** Gives a reservation that has not begun another time. */
export async function moveStart(
  { client }: Turn,
  { id, from, minutes, by }: { id: string; from: number; minutes: number; by: string },
): Promise<void> {
  await client.query(
    `WITH moved AS (
       UPDATE reservation SET starts_at = to_timestamp($2 / 1000.0), minutes = $3 WHERE id = $1 RETURNING id
     ), windows AS (
       UPDATE reservation_board w SET starts_at = to_timestamp($2 / 1000.0), ends_at = to_timestamp($2 / 1000.0) + $3 * interval '1 minute'
       FROM moved WHERE w.reservation_id = moved.id AND w.released_at IS NULL RETURNING w.board_id
     )
     INSERT INTO board_event (board_id, kind, actor, data)
     SELECT board_id, 'moved', $4, jsonb_build_object('reservation', $1::uuid, 'from', to_timestamp($2 / 1000.0)) FROM windows`,
    [id, from, minutes, by],
  );
}

/** Lets a reservation begin later and end when it was to end. False where nothing would be left of it. */
export async function delayStart({ client }: Turn, id: string, from: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `WITH delayed AS (
       UPDATE reservation SET wanted_at = coalesce(wanted_at, starts_at), starts_at = to_timestamp($2 / 1000.0),
         minutes = minutes - ceil(extract(epoch FROM to_timestamp($2 / 1000.0) - starts_at) / 60)
       WHERE id = $1 AND starts_at + (minutes - 1) * interval '1 minute' > to_timestamp($2 / 1000.0) RETURNING id
     )
     UPDATE reservation_board w SET starts_at = to_timestamp($2 / 1000.0) FROM delayed
     WHERE w.reservation_id = delayed.id AND w.released_at IS NULL`,
    [id, from],
  );
  return rowCount !== 0;
}

/** Makes a reservation somebody else's; what was opened under the old lease ends with it. */
export async function changeHolder(
  { client, now }: Turn,
  { id, to, by, reason }: { id: string; to: string; by: string; reason: string },
): Promise<void> {
  await client.query(
    `UPDATE lease SET ended_at = to_timestamp($2 / 1000.0), ended_because = 'it was handed over to ' || $3::text
     WHERE reservation_id = $1 AND ended_at IS NULL`,
    [id, now, to],
  );
  await client.query(
    `WITH handed AS (
       UPDATE reservation SET holder = $2, shared_with = array_remove(shared_with, $2) WHERE id = $1 RETURNING id, status
     ), windows AS (
       SELECT w.board_id, w.ends_at FROM handed, reservation_board w WHERE w.reservation_id = handed.id AND w.released_at IS NULL
     ), leased AS (
       INSERT INTO lease (reservation_id, holder, expires_at)
       SELECT id, $2, (SELECT max(ends_at) FROM windows) FROM handed WHERE status = 'held'
     )
     INSERT INTO board_event (board_id, kind, actor, reason, data)
     SELECT board_id, 'handed-over', $3, $4, jsonb_build_object('reservation', $1::uuid, 'to', $2::text) FROM windows`,
    [id, to, by, reason],
  );
}

/** Who else may work with the boards of a reservation. */
export async function changeShares(
  { client }: Turn,
  { id, sharedWith, by }: { id: string; sharedWith: readonly string[]; by: string },
): Promise<void> {
  await client.query(
    `WITH shared AS (UPDATE reservation SET shared_with = $2 WHERE id = $1 RETURNING id)
     INSERT INTO board_event (board_id, kind, actor, data)
     SELECT w.board_id, 'shared', $3, jsonb_build_object('reservation', $1::uuid, 'with', $2::text[])
     FROM shared, reservation_board w WHERE w.reservation_id = shared.id AND w.released_at IS NULL`,
    [id, sharedWith, by],
  );
}
