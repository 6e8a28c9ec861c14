import type { Pool, PoolClient } from 'pg';
import type { Waiting } from '#lib/reservation/plan.ts';
import { type ReservationRow, reservationsWhere } from './reservation-row.ts';

/** Of a longer queue the rest has to wait until those before them are served. */
const longestQueue = 500;

/** Who waits, in the order of their turns: greater priority first, then who asked first. */
export async function queued(database: Pool | PoolClient): Promise<ReservationRow[]> {
  return await reservationsWhere(
    database,
    `r.status = 'queued' ORDER BY r.priority DESC, r.asked_at, r.number LIMIT ${longestQueue}`,
    [],
  );
}

/** A reservation as the plan sees it. */
export function waitingOf(row: Omit<Waiting, 'from'> & { readonly startsAt: number }): Waiting {
  const { id, wants, minutes, startsAt, sites, hosts, prefer, avoid } = row;
  return { id, wants, minutes, from: startsAt, sites, hosts, prefer, avoid };
}
