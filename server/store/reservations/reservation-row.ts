import type { Pool, PoolClient } from 'pg';
import { z } from 'zod';
import { DomainError } from '#lib/errors.ts';
import { wantsSchema } from '#lib/reservation/selector.ts';

const reservationStatuses = ['queued', 'booked', 'held', 'ended'] as const;

const time = z.number();

const reservationRow = z.object({
  id: z.guid(),
  number: z.number(),
  holder: z.string(),
  runId: z.guid().nullable(),
  runNumber: z.number().nullable(),
  purpose: z.string(),
  wants: wantsSchema,
  sites: z.array(z.string()).nullable(),
  hosts: z.array(z.string()).nullable(),
  prefer: z.array(z.string()),
  avoid: z.array(z.string()),
  priority: z.number(),
  minutes: z.number(),
  maxMinutes: z.number().nullable(),
  startsAt: time,
  status: z.enum(reservationStatuses),
  askedBy: z.string(),
  askedAt: time,
  sharedWith: z.array(z.string()),
  yields: z.boolean(),
  yieldAskedAt: time.nullable(),
  seriesId: z.guid().nullable(),
  endedAt: time.nullable(),
  endedBecause: z.string().nullable(),
  /** Its boards, in the order of its wants; none while it waits. */
  boards: z.array(
    z.object({
      id: z.guid(),
      name: z.string(),
      site: z.string(),
      type: z.string(),
      from: time,
      to: time,
      want: z.number(),
    }),
  ),
  lease: z.object({ id: z.guid(), expiresAt: time }).nullable(),
});

/** A reservation with its boards and its lease. Times are epoch milliseconds. */
export type ReservationRow = z.output<typeof reservationRow>;

const ms = (column: string) => `round(extract(epoch FROM ${column}) * 1000)::float8`;

/** Columns of a reservation `r`. Of one that has ended the boards that it had last. */
const columns = `r.id, r.number, r.holder, r.run_id AS "runId", (SELECT number FROM run WHERE id = r.run_id) AS "runNumber", r.purpose, r.wants,
  r.sites, r.hosts, r.prefer, r.avoid, r.priority, r.minutes, r.max_minutes AS "maxMinutes", ${ms('r.starts_at')} AS "startsAt", r.status,
  r.asked_by AS "askedBy", ${ms('r.asked_at')} AS "askedAt", r.shared_with AS "sharedWith", r.yields, ${ms('r.yield_asked_at')} AS "yieldAskedAt",
  r.series_id AS "seriesId", ${ms('r.ended_at')} AS "endedAt", r.ended_because AS "endedBecause",
  coalesce((SELECT jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name, 'site', b.site, 'type', b.type, 'want', w.want,
      'from', ${ms('w.starts_at')}, 'to', ${ms('w.ends_at')}) ORDER BY w.want)
    FROM reservation_board w JOIN board b ON b.id = w.board_id
    WHERE w.reservation_id = r.id AND (w.released_at IS NULL OR w.released_at IS NOT DISTINCT FROM r.ended_at)), '[]') AS boards,
  (SELECT jsonb_build_object('id', l.id, 'expiresAt', ${ms('l.expires_at')}) FROM lease l WHERE l.reservation_id = r.id AND l.ended_at IS NULL) AS lease`;

/** Reservations for which the condition holds, in the given order. */
export async function reservationsWhere(
  database: Pool | PoolClient,
  condition: string,
  values: readonly unknown[],
): Promise<ReservationRow[]> {
  const { rows } = await database.query(`SELECT ${columns} FROM reservation r WHERE ${condition}`, [...values]);
  return rows.map((row) => reservationRow.parse(row));
}

/** What a reservation can be called, by the look of it: its id or a lease of it, its number, else the board that it has now. */
const spellings = [
  {
    looks: /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
    sql: 'r.id = $1::uuid OR r.id = (SELECT reservation_id FROM lease WHERE id = $1::uuid)',
  },
  { looks: /^\d{1,9}$/, sql: 'r.number = $1::int' },
  {
    looks: /./,
    sql: `r.id = (SELECT w.reservation_id FROM reservation_board w JOIN board b ON b.id = w.board_id JOIN reservation h ON h.id = w.reservation_id
      WHERE b.name = $1 AND h.status = 'held' AND w.released_at IS NULL LIMIT 1)`,
  },
] as const;

/** The reservation of this name. Throws NOT_FOUND. */
export async function reservationNamed(database: Pool | PoolClient, name: string): Promise<ReservationRow> {
  const word = name.replace(/^#/, '');
  for (const { looks, sql } of spellings) {
    const [found] = looks.test(word) ? await reservationsWhere(database, sql, [word]) : [];
    if (found !== undefined) return found;
  }
  throw new DomainError('NOT_FOUND', `There is no reservation ${name.slice(0, 80)}.`, {
    next: 'Name it by its number, by its lease, or by the board that it has now.',
  });
}
