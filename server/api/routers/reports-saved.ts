import { z } from 'zod';
import { wellFormed } from '#lib/format/well-formed.ts';
import { reportHref } from '#lib/report/address.ts';
import { reportFilter } from '#lib/report/filter.ts';
import { reportIds, reports } from '#lib/report/reports.ts';
import {
  everies,
  openChannels,
  removeSavedReport,
  type SavedReport,
  savedReports,
  saveReport,
  scheduleReport,
} from '#server/store/reports/saved.ts';
import { setReportZone } from '#server/store/reports/zone.ts';
import { procedure } from '../trpc.ts';

const id = z.guid();

/** Reports that people keep, and when they are sent. */
export const keepReports = {
  saved: procedure('reports.saved').query(async ({ ctx: { services, reach } }) =>
    (await savedReports(services.pool, reach.projects)).map(viewOf),
  ),

  save: procedure('reports.save')
    .input(
      z.strictObject({
        name: z.string().trim().min(1).max(100).transform(wellFormed),
        report: z.enum(reportIds),
        filter: reportFilter,
      }),
    )
    .mutation(async ({ ctx: { services, person }, input }) => ({
      id: await saveReport(services.pool, { ...input, by: person.actor, personId: person.id }),
    })),

  removeSaved: procedure('reports.removeSaved')
    .input(z.strictObject({ id }))
    .mutation(async ({ ctx: { services, person, reach }, input }) => {
      await removeSavedReport(services.pool, input.id, { personId: person.id, projects: reach.projects });
    }),

  /** Channels by name, for whoever wants a report to be sent. */
  channels: procedure('reports.channels').query(async ({ ctx: { services } }) => openChannels(services.pool)),

  /** Sends a saved report every day, week or month with what the asker may see; `null` ends that. */
  schedule: procedure('reports.schedule')
    .input(
      z.strictObject({
        id,
        schedule: z
          .strictObject({ every: z.enum(everies), hour: z.int().min(0).max(23), channelId: z.guid() })
          .nullable(),
      }),
    )
    .mutation(async ({ ctx: { services, person, reach }, input }) => {
      const keeper = { by: person.actor, personId: person.id, projects: reach.projects };
      await scheduleReport(services.pool, input.id, input.schedule, keeper);
    }),

  /** The zone that days of reports are in. */
  setZone: procedure('reports.setZone')
    .input(z.strictObject({ zone: z.string().min(1).max(60).transform(wellFormed) }))
    .mutation(async ({ ctx: { services, person }, input }) => {
      await setReportZone(services.pool, input.zone, person.actor);
    }),
};

/** One that only another release knows has no question and leads nowhere. */
function viewOf({ report, filter, nextAt, personId: _, ...saved }: SavedReport) {
  const known = reportIds.find((one) => one === report);
  const parsed = reportFilter.safeParse(filter);
  return {
    ...saved,
    question: known === undefined ? report : reports[known].question,
    href: known === undefined || !parsed.success ? null : reportHref(known, parsed.data),
    nextAt: nextAt?.getTime() ?? null,
  };
}
