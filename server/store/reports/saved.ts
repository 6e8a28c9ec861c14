import { DatabaseError, type Pool, type PoolClient } from 'pg';
import { DomainError } from '#lib/errors.ts';
import type { ReportFilter } from '#lib/report/filter.ts';
import type { ReportId } from '#lib/report/reports.ts';
import { inTransaction } from '../in-transaction.ts';

export const everies = ['day', 'week', 'month'] as const;
export type Every = (typeof everies)[number];

/** A report with its filter under a name. */
export interface SavedReport {
  readonly id: string;
  readonly name: string;
  readonly report: string;
  readonly filter: unknown;
  readonly createdBy: string;
  readonly personId: string;
  /** When it is sent and through which channel; null where it is not. */
  readonly every: Every | null;
  readonly hour: number | null;
  readonly channel: string | null;
  readonly nextAt: Date | null;
  /** Why it could not be sent the last time. */
  readonly trouble: string | null;
}

const columns = `s.id, s.name, s.report, s.filter, s.created_by AS "createdBy", s.person_id AS "personId", s.every, s.hour,
  (SELECT name FROM channel c WHERE c.id = s.channel_id) AS channel, s.next_at AS "nextAt", s.trouble`;
const most = 500;

/** The project that a saved report is narrowed down to; null for none. */
const project = `lower(s.filter->>'project')`;

/** Saved reports by name, without those about projects other than these; null is all. */
export async function savedReports(pool: Pool, projects: readonly string[] | null): Promise<SavedReport[]> {
  const { rows } = await pool.query(
    `SELECT ${columns} FROM saved_report s WHERE $1::text[] IS NULL OR ${project} IS NULL OR ${project} = ANY($1)
     ORDER BY lower(name) LIMIT ${most}`,
    [projects],
  );
  return rows as SavedReport[];
}

/** Who changes a saved report: one's own, one about a project where one may keep reports, or any for whom that is everywhere. */
export interface Keeper {
  readonly personId: string;
  readonly projects: readonly string[] | null;
}

const isKeptBy = (person: string, projects: string) =>
  `(s.person_id = ${person} OR ${projects}::text[] IS NULL OR coalesce(${project} = ANY(${projects}), false))`;

/** Keeps a report under a name. Throws CONFLICT where the name is taken. */
export async function saveReport(
  pool: Pool,
  saved: { name: string; report: ReportId; filter: ReportFilter; by: string; personId: string },
): Promise<string> {
  const { name, report, filter, by, personId } = saved;
  try {
    const { rows } = await pool.query(
      'INSERT INTO saved_report (name, report, filter, created_by, person_id) VALUES ($1, $2, $3, $4, $5) RETURNING id',
      [name, report, filter, by, personId],
    );
    return (rows[0] as { id: string }).id;
  } catch (error) {
    if (error instanceof DatabaseError && error.constraint === 'saved_report_name')
      throw new DomainError('CONFLICT', `There is a saved report named ${name} already.`, {
        next: 'Choose another name.',
      });
    throw error;
  }
}

/** Forgets a saved report. Throws NOT_FOUND where there is none, FORBIDDEN for one that somebody else keeps. */
export async function removeSavedReport(pool: Pool, id: string, { personId, projects }: Keeper): Promise<void> {
  const { rowCount } = await pool.query(`DELETE FROM saved_report s WHERE s.id = $1 AND ${isKeptBy('$2', '$3')}`, [
    id,
    personId,
    projects,
  ]);
  if (rowCount === 0) throw await refusal(pool, id, { personId, projects });
}

/** Sends a saved report from now on, with what this person may see; null ends that. Throws as `removeSavedReport` does. */
export async function scheduleReport(
  pool: Pool,
  id: string,
  schedule: { every: Every; hour: number; channelId: string } | null,
  { by, personId, projects }: Keeper & { readonly by: string },
): Promise<void> {
  const { every = null, hour = null, channelId = null } = schedule ?? {};
  const { rowCount } = await pool.query(
    `UPDATE saved_report s SET every = $2, hour = $3, channel_id = (SELECT id FROM channel WHERE id = $4), trouble = NULL,
       next_at = CASE WHEN $2::text IS NOT NULL THEN next_report_time($2, $3, now()) END,
       created_by = CASE WHEN $2::text IS NULL THEN created_by ELSE $5 END, person_id = CASE WHEN $2::text IS NULL THEN person_id ELSE $6 END
     WHERE s.id = $1 AND ($4::uuid IS NULL OR EXISTS (SELECT 1 FROM channel WHERE id = $4)) AND ${isKeptBy('$6', '$7')}`,
    [id, every, hour, channelId, by, personId, projects],
  );
  if (rowCount === 0) throw await refusal(pool, id, { personId, projects });
}

/** What is sent of a report, or why it is not. */
export type Due = { readonly data: { readonly [field: string]: string } } | { readonly trouble: string };

/**
 * Takes a saved report that is due, has it written, and puts it into the outbox with its next time, all in one transaction;
 * false when none is due. A report that is due in two processes goes out once.
 */
export async function sendDueReport(
  pool: Pool,
  maxAttempts: number,
  write: (saved: SavedReport) => Promise<Due>,
): Promise<boolean> {
  return await inTransaction(pool, async (client) => {
    const { rows } = await client.query(
      `SELECT ${columns} FROM saved_report s WHERE next_at <= now() ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
    );
    const [saved] = rows as SavedReport[];
    if (saved === undefined) return false;
    const due = saved.channel === null ? { trouble: 'its channel has been removed' } : await write(saved);
    if ('data' in due) await putIntoOutbox(client, saved, { data: due.data, maxAttempts });
    await client.query(
      'UPDATE saved_report SET next_at = next_report_time(every, hour, now()), trouble = $2 WHERE id = $1',
      [saved.id, 'trouble' in due ? due.trouble : null],
    );
    return true;
  });
}

async function putIntoOutbox(
  client: PoolClient,
  { id, createdBy }: SavedReport,
  { data, maxAttempts }: { data: object; maxAttempts: number },
): Promise<void> {
  await client.query(
    `WITH told AS (
       INSERT INTO notice (kind, person, actor, data, fanned_at) VALUES ('report.due', $2, $2, $3, clock_timestamp()) RETURNING id)
     INSERT INTO delivery (notice_id, channel_id, channel_name, channel_kind, status, max_attempts)
     SELECT told.id, c.id, c.name, c.kind, 'queued', $4 FROM told, channel c WHERE c.id = (SELECT channel_id FROM saved_report WHERE id = $1)`,
    [id, createdBy, data, maxAttempts],
  );
}

/** Channels that a report can be sent through, by name. */
export async function openChannels(pool: Pool): Promise<{ id: string; name: string }[]> {
  const { rows } = await pool.query('SELECT id, name FROM channel WHERE enabled ORDER BY lower(name)');
  return rows as { id: string; name: string }[];
}

async function refusal(pool: Pool, id: string, { personId, projects }: Keeper): Promise<DomainError> {
  const { rowCount } = await pool.query(
    `SELECT 1 FROM saved_report s WHERE s.id = $1 AND NOT ${isKeptBy('$2', '$3')}`,
    [id, personId, projects],
  );
  if (rowCount === 1)
    return new DomainError('FORBIDDEN', 'Somebody else keeps this saved report.', {
      next: 'Save the report under a name of your own, or ask somebody who keeps reports of the whole stack.',
    });
  return new DomainError('NOT_FOUND', 'This saved report, or the channel, is gone.', { next: 'Reload the page.' });
}
