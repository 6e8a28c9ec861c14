import { z } from 'zod';
import { DomainError } from '#lib/errors.ts';
import { wellFormed } from '#lib/format/well-formed.ts';
import { artifactList } from '#server/store/pages/artifact-list.ts';
import { iterationRecord } from '#server/store/pages/iteration-rows.ts';
import { activityLogs, logPiece } from '#server/store/pages/logs.ts';
import { runPage } from '#server/store/pages/run-page.ts';
import { tracePage } from '#server/store/pages/trace.ts';
import { asItStood } from '../history/as-it-stood.ts';
import { pastPage, presentPage } from '../history/read-page.ts';
import { untilOf } from '../history/until-of.ts';
import { findInLog } from '../logs/find-in-log.ts';
import { procedure } from '../trpc.ts';
import { costView } from '../views/cost-view.ts';
import { iterationView } from '../views/iteration-view.ts';
import { searchView } from '../views/search-view.ts';
import { traceRows } from '../views/trace-rows.ts';

const runId = z.guid();
/** The transition after which the run is looked at; without it the run as it is. */
const at = z.int32().min(1).optional();
/** Of a log this much is sent to a page at once; the whole is a download. */
const logBytes = 512 * 1024;
/** Rows of a trace that are sent at once. */
const traceRowsAtOnce = 300;

/** What the page of a run reads, as it is or as it stood. */
export const readRuns = {
  page: procedure('runs.page')
    .input(z.strictObject({ run: z.string().min(1).max(40), at }))
    .query(async ({ ctx: { services }, input }) => {
      const run = await runPage(services.pool, input.run);
      return input.at === undefined ? await presentPage(services, run) : await pastPage(services, run, input.at);
    }),

  trace: procedure('runs.trace')
    .input(
      z.strictObject({
        runId,
        after: z.int32().min(0).optional(),
        before: z.int32().min(1).optional(),
        state: z.string().min(1).max(200).optional(),
        text: z.string().trim().min(1).max(200).transform(wellFormed).optional(),
      }),
    )
    .query(async ({ ctx: { services }, input }) => {
      const run = await runPage(services.pool, input.runId);
      const rows = await tracePage(services.prisma, { ...input, limit: traceRowsAtOnce });
      return traceRows(run.machine, `/runs/${run.number}`, rows);
    }),

  iteration: procedure('runs.iteration')
    .input(z.strictObject({ runId, iteration: z.int().min(0).max(100_000), at }))
    .query(async ({ ctx: { services }, input: { iteration, ...input } }) => {
      const now = await runPage(services.pool, input.runId);
      const past = input.at === undefined ? null : await asItStood(services, now, input.at);
      const run = past?.run ?? now;
      if (iteration > run.iteration)
        throw new DomainError('NOT_FOUND', `Run ${run.number} has no iteration ${iteration}.`, {
          next: `It is in iteration ${run.iteration}.`,
        });
      const record =
        past === null
          ? await iterationRecord(services.pool, run.id, iteration)
          : (past.iterations.find(({ key }) => key === String(iteration))?.data ?? null);
      const until = past === null ? null : new Date(past.transition.at);
      return await iterationView(services, { runId: run.id, iteration, record, until });
    }),

  search: procedure('runs.search')
    .input(z.strictObject({ runId, iteration: z.int().min(0).max(100_000), at }))
    .query(async ({ ctx: { services }, input: { iteration, ...input } }) =>
      searchView(services, { runId: input.runId, iteration, until: await untilOf(services.pool, input) }),
    ),

  artifacts: procedure('runs.artifacts')
    .input(z.strictObject({ runId, at }))
    .query(async ({ ctx: { services }, input }) => {
      const rows = await artifactList(services.prisma, input.runId, await untilOf(services.pool, input));
      return rows.map((row) => ({
        id: `${row.iteration}/${row.kind}/${row.name}`,
        name: row.name,
        kind: row.kind,
        iteration: row.iteration,
        size: Number(row.artifact.bytes),
        digest: row.hash,
        at: row.createdAt.getTime(),
        href: `/api/artifacts/${row.hash}`,
      }));
    }),

  costs: procedure('runs.costs')
    .input(z.strictObject({ runId, at }))
    .query(async ({ ctx: { services }, input }) => {
      const now = await runPage(services.pool, input.runId);
      if (input.at === undefined) return await costView(services.pool, now, null);
      const { run, transition } = await asItStood(services, now, input.at);
      return await costView(services.pool, run, new Date(transition.at));
    }),

  logs: procedure('runs.logs')
    .input(z.strictObject({ runId, at }))
    .query(async ({ ctx: { services }, input }) =>
      activityLogs(services.pool, input.runId, await untilOf(services.pool, input)),
    ),

  log: procedure('runs.log')
    .input(z.strictObject({ activityId: z.guid(), next: z.int32().min(0).optional() }))
    .query(async ({ ctx: { services }, input }) => {
      const { data, ...rest } = await logPiece(services.pool, { ...input, bytes: logBytes });
      return { ...rest, base64: data.toString('base64') };
    }),

  /** Lines of a whole log with a text, or, without one, those that tell of an error. */
  findInLog: procedure('runs.findInLog')
    .input(z.strictObject({ activityId: z.guid(), text: z.string().min(1).max(200).transform(wellFormed).nullable() }))
    .query(({ ctx: { services }, input }) => findInLog(services.pool, input)),
};
