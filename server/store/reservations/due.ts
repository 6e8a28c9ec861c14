import type { Turn } from './in-turn.ts';

/** What time has brought about: ids of reservations. */
export interface Due {
  /** Their lease has expired. */
  readonly expired: readonly string[];
  /** Their time has come. */
  readonly begins: readonly string[];
  /** Their time has passed and they never had a board that worked. */
  readonly missed: readonly string[];
  readonly queued: number;
}

/** Looks what is due; nothing is changed. */
export async function due({ client, now }: Turn): Promise<Due> {
  const { rows } = await client.query<Due>({
    name: 'reservations-due',
    text: `SELECT
       ARRAY(SELECT reservation_id FROM lease WHERE ended_at IS NULL AND expires_at <= to_timestamp($1 / 1000.0)) AS expired,
       ARRAY(SELECT r.id FROM reservation r WHERE r.status = 'booked' AND r.starts_at <= to_timestamp($1 / 1000.0)
         AND r.starts_at + r.minutes * interval '1 minute' > to_timestamp($1 / 1000.0) ORDER BY r.priority DESC, r.asked_at) AS begins,
       ARRAY(SELECT r.id FROM reservation r WHERE r.status = 'booked' AND r.starts_at <= to_timestamp($1 / 1000.0)
         AND r.starts_at + r.minutes * interval '1 minute' <= to_timestamp($1 / 1000.0)) AS missed,
       (SELECT count(*)::int FROM reservation WHERE status = 'queued') AS queued`,
    values: [now],
  });
  const [found] = rows;
  if (found === undefined) throw new Error('reservations-due gave no row');
  return found;
}
