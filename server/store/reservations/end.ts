import type { Turn } from './in-turn.ts';

export interface Ending {
  readonly ids: readonly string[];
  readonly by: string;
  /** A clause, for the history of the boards and the old holder. */
  readonly because: string;
  /** What the boards' history calls it. */
  readonly kind: 'released' | 'expired' | 'force-released' | 'refused';
}

export interface EndedReservation {
  readonly id: string;
  readonly number: number;
  readonly holder: string;
  readonly runId: string | null;
  /** In the queue when it ended: its run waits for a word. */
  readonly waited: boolean;
}

/** Ends reservations with their windows and leases at once; those that have ended already stay as they are. */
export async function endReservations(
  { client, now }: Turn,
  { ids, by, because, kind }: Ending,
): Promise<EndedReservation[]> {
  if (ids.length === 0) return [];
  const { rows } = await client.query<EndedReservation>({
    name: 'end-reservations',
    text: `WITH was AS (
         SELECT id, status FROM reservation WHERE id = ANY($1) AND status <> 'ended' FOR UPDATE
       ), ended AS (
         UPDATE reservation r SET status = 'ended', ended_at = to_timestamp($2 / 1000.0), ended_by = $3, ended_because = $4
         FROM was WHERE r.id = was.id RETURNING r.id, r.number, r.holder, r.run_id AS "runId", was.status = 'queued' AS waited
       ), freed AS (
         UPDATE reservation_board w SET released_at = to_timestamp($2 / 1000.0) FROM ended
         WHERE w.reservation_id = ended.id AND w.released_at IS NULL RETURNING w.board_id, ended.id, ended.holder
       ), unleased AS (
         UPDATE lease l SET ended_at = to_timestamp($2 / 1000.0), ended_because = $4 FROM ended
         WHERE l.reservation_id = ended.id AND l.ended_at IS NULL
       ), told AS (
         INSERT INTO board_event (board_id, kind, actor, reason, data)
         SELECT board_id, $5, $3, $4, jsonb_build_object('holder', holder, 'reservation', id) FROM freed
       )
       SELECT * FROM ended`,
    values: [ids, now, by, because, kind],
  });
  return rows;
}
