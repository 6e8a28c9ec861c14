import type { DatabaseError, PoolClient } from 'pg';
import { DomainError } from '#lib/errors.ts';

/** The windows of the refusal, as Postgres prints them: the new one and the one that is there. */
const windows = /=\(([0-9a-f-]{36}), \["?([^",]+)"?,"?([^",)]+)"?\)\)/g;

/** What the database's refusal means for a person: who has the board, and until when. */
export async function overlapConflict(client: PoolClient, error: DatabaseError): Promise<DomainError> {
  const [, there] = [...(error.detail ?? '').matchAll(windows)];
  const [, board, from, to] = there ?? [];
  const { rows } = await client.query<{ name: string; holder: string; number: number; from: Date; to: Date }>(
    `SELECT b.name, r.holder, r.number, w.starts_at AS "from", w.ends_at AS "to"
     FROM reservation_board w JOIN board b ON b.id = w.board_id JOIN reservation r ON r.id = w.reservation_id
     WHERE w.board_id = $1 AND tstzrange(w.starts_at, w.ends_at) && tstzrange($2::timestamptz, $3::timestamptz)
       AND r.status <> 'ended' ORDER BY w.starts_at LIMIT 1`,
    [board ?? null, from ?? null, to ?? null],
  );
  const [taken] = rows;
  if (taken === undefined) return new DomainError('CONFLICT', 'The board is taken at that time.', { cause: error });
  return new DomainError(
    'CONFLICT',
    `${taken.name} is ${taken.holder}’s from ${taken.from.toISOString()} to ${taken.to.toISOString()} (reservation ${taken.number}).`,
    { next: 'Choose another time or another board, or ask for it with a place in the queue.', cause: error },
  );
}
