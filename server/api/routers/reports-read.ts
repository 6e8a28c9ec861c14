import { z } from 'zod';
import { DomainError } from '#lib/errors.ts';
import { reportFilter } from '#lib/report/filter.ts';
import type { ReportDefinition } from '#lib/report/report.ts';
import { type ReportId, reportIds, reports } from '#lib/report/reports.ts';
import { rowKeyOf } from '#lib/report/row-key.ts';
import { readBehind, readReport } from '#server/report/read-report.ts';
import { reportChoices } from '#server/store/reports/choices.ts';
import { testNamed } from '#server/store/reports/tests.ts';
import { reportClock } from '#server/store/reports/zone.ts';
import { procedure } from '../trpc.ts';

/** Rows of one page of those behind a number. */
const pageRows = 100;
const id = z.enum(reportIds);
const words = z.record(z.string().max(40), z.string().max(300));

/** How reports are read. */
export const readReports = {
  read: procedure('reports.read')
    .input(z.strictObject({ id, filter: reportFilter.default({}) }))
    .query(async ({ ctx: { services, reach }, input }) => {
      const { span, by, zone, rows } = await readReport(services.pool, input.id, input.filter, reach);
      return { span, by, zone, rows };
    }),

  /** One page of the rows behind a row of a report. */
  behind: procedure('reports.behind')
    .input(
      z.strictObject({
        id,
        filter: reportFilter.default({}),
        key: words.default({}),
        page: z.int().min(0).max(10_000).default(0),
      }),
    )
    .query(async ({ ctx: { services, reach }, input: { page, filter, ...asked } }) => {
      const found = await readBehind(services.pool, asked.id, {
        filter,
        key: keyOf(asked.id, asked.key),
        page: { limit: pageRows + 1, offset: page * pageRows },
        reach,
      });
      const rows = found.slice(0, pageRows).map((row) => ({ ...row, at: row.at.getTime() }));
      const { testId } = asked.key;
      // An id says nothing to a reader.
      const test = testId === undefined ? null : await testNamed(services.pool, reach.projects, testId);
      return { rows, hasMore: found.length > pageRows, test };
    }),

  /** What reports can be narrowed down to, and the zone that their days are in. */
  choices: procedure('reports.choices').query(async ({ ctx: { services, reach } }) => ({
    ...(await reportChoices(services.pool, reach.projects)),
    ...(await reportClock(services.pool)),
  })),
};

function keyOf(of: ReportId, given: Readonly<Record<string, string>>): Record<string, string> {
  const definition: ReportDefinition = reports[of];
  const key = rowKeyOf(definition, given);
  if (key !== null) return key;
  throw new DomainError('BAD_INPUT', `No row of this report goes by ${Object.keys(given).join(', ').slice(0, 100)}.`, {
    next: 'Open the report and choose a row.',
  });
}
