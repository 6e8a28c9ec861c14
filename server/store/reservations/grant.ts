import { randomUUID } from 'node:crypto';
import type { Json } from '#lib/engine/json.ts';
import { jsonb } from '../jsonb.ts';
import type { Turn } from './in-turn.ts';

export interface Grant {
  readonly reservationId: string;
  readonly holder: string;
  /** One for each want, in their order. */
  readonly boardIds: readonly string[];
  /** Epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  /** Its time has come: it becomes a lease. */
  readonly begins: boolean;
  readonly reason?: string;
}

/** Gives boards to a reservation for a time; gives the lease's id when it begins now. */
export async function grant({ client }: Turn, given: Grant): Promise<string | null> {
  const { reservationId, holder, boardIds, from, to, begins, reason = '' } = given;
  const lease = begins ? randomUUID() : null;
  const window = { until: new Date(to).toISOString(), from: new Date(from).toISOString(), reservation: reservationId };
  await client.query({
    name: 'grant-boards',
    text: `WITH given AS (
         UPDATE reservation SET status = CASE WHEN $6::uuid IS NULL THEN 'booked' ELSE 'held' END, starts_at = to_timestamp($4 / 1000.0)
         WHERE id = $1 RETURNING id
       ), window_of AS (
         INSERT INTO reservation_board (reservation_id, board_id, want, starts_at, ends_at)
         SELECT $1, board, want - 1, to_timestamp($4 / 1000.0), to_timestamp($5 / 1000.0) FROM unnest($3::uuid[]) WITH ORDINALITY AS one(board, want)
       ), held AS (
         INSERT INTO lease (id, reservation_id, holder, expires_at) SELECT $6, $1, $2, to_timestamp($5 / 1000.0) WHERE $6::uuid IS NOT NULL
       )
       INSERT INTO board_event (board_id, kind, actor, reason, data)
       SELECT board, CASE WHEN $6::uuid IS NULL THEN 'booked' ELSE 'held' END, $2, $7, $8::jsonb || jsonb_build_object('lease', $6::uuid)
       FROM unnest($3::uuid[]) AS one(board), given`,
    values: [reservationId, holder, boardIds, from, to, lease, reason, jsonb(window as Json)],
  });
  return lease;
}
