import { randomUUID } from 'node:crypto';
import type { Json } from '#lib/engine/json.ts';
import type { Selector } from '#lib/reservation/selector.ts';
import { wantsSchema } from '#lib/reservation/selector.ts';
import { jsonb } from '../jsonb.ts';
import type { Turn } from './in-turn.ts';

/** Times that come again, with what is wanted then. Times are epoch milliseconds. */
export interface Series {
  readonly holder: string;
  readonly purpose: string;
  readonly wants: readonly Selector[];
  readonly rule: string;
  readonly zone: string;
  readonly firstAt: number;
  readonly minutes: number;
  /** Up to when its reservations have been made. */
  readonly bookedUntil: number;
}

export async function insertSeries({ client }: Turn, series: Series): Promise<string> {
  const id = randomUUID();
  const { holder, purpose, wants, rule, zone, firstAt, minutes, bookedUntil } = series;
  await client.query(
    `INSERT INTO reservation_series (id, holder, purpose, wants, rule, zone, first_at, minutes, booked_until)
     VALUES ($1, $2, $3, $4::jsonb, $5, $6, to_timestamp($7 / 1000.0), $8, to_timestamp($9 / 1000.0))`,
    [id, holder, purpose, jsonb(wants as unknown as Json), rule, zone, firstAt, minutes, bookedUntil],
  );
  return id;
}

/** Series that go on and are not booked as far as a time. */
export async function seriesBookedBefore(
  { client }: Turn,
  until: number,
): Promise<(Series & { readonly id: string })[]> {
  const { rows } = await client.query(
    `SELECT id, holder, purpose, wants, rule, zone, minutes, round(extract(epoch FROM first_at) * 1000)::float8 AS "firstAt",
       round(extract(epoch FROM booked_until) * 1000)::float8 AS "bookedUntil"
     FROM reservation_series WHERE ended_at IS NULL AND booked_until < to_timestamp($1 / 1000.0) ORDER BY created_at LIMIT 50`,
    [until],
  );
  return rows.map((row: Series & { id: string }) => ({ ...row, wants: wantsSchema.parse(row.wants) }));
}

export async function setBookedUntil({ client }: Turn, id: string, until: number): Promise<void> {
  await client.query('UPDATE reservation_series SET booked_until = to_timestamp($2 / 1000.0) WHERE id = $1', [
    id,
    until,
  ]);
}

/** Ends a series; gives the reservations of it that have not begun. Null when there is no such series that goes on. */
export async function closeSeries(
  { client }: Turn,
  { id, by }: { id: string; by: string },
): Promise<{ readonly holder: string; readonly toCome: readonly string[] } | null> {
  const { rows } = await client.query<{ holder: string; toCome: string[] }>(
    `UPDATE reservation_series s SET ended_at = clock_timestamp(), ended_by = $2 WHERE id = $1 AND ended_at IS NULL
     RETURNING holder, ARRAY(SELECT r.id FROM reservation r WHERE r.series_id = s.id AND r.status IN ('booked', 'queued')) AS "toCome"`,
    [id, by],
  );
  return rows[0] ?? null;
}
