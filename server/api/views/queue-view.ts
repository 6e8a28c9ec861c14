import type { Pool } from 'pg';
import { selectorText } from '#lib/reservation/selector.ts';
import { queuePlaces } from '#server/boards/reservations/queue-place.ts';
import { databaseTime } from '#server/store/database-time.ts';
import { queued } from '#server/store/reservations/queue.ts';

/** Everybody who waits for boards, in the order of their turns, as a page shows them; sites null is all. */
export async function queueView(pool: Pool, sites: readonly string[] | null) {
  const now = await databaseTime(pool);
  const [rows, places] = await Promise.all([queued(pool), queuePlaces(pool, now)]);
  const seen = rows.filter((row) => sites === null || row.sites?.some((site) => sites.includes(site)));
  return seen.map(({ id, number, holder, runNumber, purpose, wants, minutes, askedAt, priority }) => ({
    ...{ id, number, holder, runNumber, purpose, minutes, askedAt, priority },
    wants: wants.map(selectorText),
    position: places.get(id)?.position ?? null,
    expected: places.get(id)?.expected ?? null,
  }));
}
