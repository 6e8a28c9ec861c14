import type { Pool } from 'pg';
import { isAnywhere, reachOf } from '#lib/access/reach.ts';
import { DomainError } from '#lib/errors.ts';
import { reportFilter } from '#lib/report/filter.ts';
import { reportLetter } from '#lib/report/letter.ts';
import { reportIds } from '#lib/report/reports.ts';
import { notifyTunables } from '#server/notify/tunables.ts';
import { personById } from '#server/store/people/person-by-id.ts';
import { type Due, type SavedReport, sendDueReport } from '#server/store/reports/saved.ts';
import { readReport } from './read-report.ts';

/** Puts every report that is due into the outbox, which has the retries; gives how many there were. */
export async function sendDueReports(pool: Pool): Promise<number> {
  for (let sent = 0; ; sent += 1) {
    if (!(await sendDueReport(pool, notifyTunables.maxAttempts, (saved) => write(pool, saved)))) return sent;
  }
}

/** Writes it with what the person who had it sent may see by now. */
async function write(pool: Pool, saved: SavedReport): Promise<Due> {
  const id = reportIds.find((one) => one === saved.report);
  const filter = reportFilter.safeParse(saved.filter);
  if (id === undefined || !filter.success) return { trouble: 'this release does not know the report or its filter' };
  const person = await personById(pool, saved.personId);
  const reach = reachOf({ grants: person?.grants ?? [], only: null }, 'reports:read');
  if (!isAnywhere(reach)) return { trouble: `${saved.createdBy} may not read reports any more` };
  try {
    return { data: reportLetter(saved.name, await readReport(pool, id, filter.data, reach), filter.data) };
  } catch (error) {
    if (error instanceof DomainError) return { trouble: error.message };
    throw error;
  }
}
