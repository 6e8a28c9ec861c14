import type { Pool } from 'pg';
import type { Reach } from '#lib/access/reach.ts';
import { DomainError } from '#lib/errors.ts';
import type { ReportFilter } from '#lib/report/filter.ts';
import type { ReportDefinition, ReportRow } from '#lib/report/report.ts';
import { type ReportId, reports } from '#lib/report/reports.ts';
import { type Span, type Step, spanOf, within } from '#lib/report/span.ts';
import type { Asked, BehindRow, Page, RowKey } from '#server/store/reports/asked.ts';
import { reportQueries } from '#server/store/reports/queries.ts';
import { reportClock } from '#server/store/reports/zone.ts';

/** A report as everybody is told it. */
export interface ReadReport {
  readonly id: ReportId;
  readonly definition: ReportDefinition;
  readonly span: Span;
  readonly by: Step;
  /** The zone that its days are in. */
  readonly zone: string;
  readonly rows: readonly ReportRow[];
}

/** Reads a report for somebody with this reach. Throws BAD_INPUT for days that make no sense. */
export async function readReport(pool: Pool, id: ReportId, filter: ReportFilter, reach: Reach): Promise<ReadReport> {
  const definition: ReportDefinition = reports[id];
  const { zone, ...asked } = await askedOf(pool, id, filter, reach);
  const rows = definition.shape(await reportQueries[id].sums(pool, asked));
  return { id, definition, span: asked.span, by: asked.by, zone, rows };
}

/** The rows behind a row of a report, or behind all of it when the key names none. */
export async function readBehind(
  pool: Pool,
  id: ReportId,
  { filter, key, page, reach }: { filter: ReportFilter; key: RowKey; page: Page; reach: Reach },
): Promise<BehindRow[]> {
  const { zone: _, ...asked } = await askedOf(pool, id, filter, reach);
  const { period, ...rest } = key;
  const span = period === undefined ? asked.span : within(asked.span, period, asked.by);
  return await reportQueries[id].behind(pool, { ...asked, span }, page, rest);
}

async function askedOf(
  pool: Pool,
  id: ReportId,
  { by = 'week', from, to, ...filter }: ReportFilter,
  reach: Reach,
): Promise<Asked & { zone: string }> {
  const { zone, today } = await reportClock(pool);
  const span = spanOf({ from, to }, today);
  if (span === null)
    throw new DomainError('BAD_INPUT', 'The last day lies before the first, or more than ten years after it.', {
      next: 'Choose other days.',
    });
  const definition: ReportDefinition = reports[id];
  const takes = (name: keyof typeof filter) => definition.filters.includes(name);
  return {
    zone,
    span,
    // What a report cannot be told apart by is passed over.
    by: definition.filters.includes('by') ? by : 'week',
    reach,
    project: takes('project') ? filter.project : undefined,
    branch: takes('branch') ? filter.branch : undefined,
    environment: takes('environment') ? filter.environment : undefined,
    boardType: takes('boardType') ? filter.boardType : undefined,
  };
}
