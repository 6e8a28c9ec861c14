import { z } from 'zod';
import { DomainError } from '#lib/errors.ts';
import { artifactList } from '#server/store/pages/artifact-list.ts';
import { heatMap } from '#server/store/pages/heat-map.ts';
import { iterationRates } from '#server/store/pages/iteration-rates.ts';
import { activityLogs, logPiece } from '#server/store/pages/logs.ts';
import { reviewDue } from '#server/store/pages/review-due.ts';
import { runPage } from '#server/store/pages/run-page.ts';
import { edgeCounts, stateTimes } from '#server/store/pages/state-times.ts';
import { tracePage } from '#server/store/pages/trace.ts';
import { procedure } from '../trpc.ts';
import { iterationView, statusWord } from '../views/iteration-view.ts';
import { pageView } from '../views/page-view.ts';
import { traceRows } from '../views/trace-rows.ts';

const runId = z.guid();
/** Of a log this much is sent to a page at once; the whole is a download. */
const logBytes = 512 * 1024;
/** Rows of a trace that are sent at once. */
const traceRowsAtOnce = 1_000;

/** What pages read of runs. */
export const readRuns = {
  page: procedure('runs.page')
    .input(z.strictObject({ run: z.string().min(1).max(40) }))
    .query(async ({ ctx: { services }, input }) => {
      const run = await runPage(services.prisma, input.run);
      const [rates, times, edges, due] = await Promise.all([
        iterationRates(services.pool, [run.id]),
        stateTimes(services.pool, run.id),
        edgeCounts(services.pool, run.id),
        reviewDue(services.prisma, run.id),
      ]);
      return pageView(run, { rates, times, edges, due, now: Date.now() });
    }),

  trace: procedure('runs.trace')
    .input(z.strictObject({ runId, after: z.int32().min(0).optional(), before: z.int32().min(1).optional() }))
    .query(async ({ ctx: { services }, input }) => {
      const run = await runPage(services.prisma, input.runId);
      const rows = await tracePage(services.prisma, { ...input, limit: traceRowsAtOnce });
      return traceRows(run.machine, `/runs/${run.number}`, rows);
    }),

  iteration: procedure('runs.iteration')
    .input(z.strictObject({ runId, iteration: z.int().min(0).max(100_000) }))
    .query(async ({ ctx: { services }, input: { runId, iteration } }) => {
      const run = await runPage(services.prisma, runId);
      if (iteration > run.iteration)
        throw new DomainError('NOT_FOUND', `Run ${run.number} has no iteration ${iteration}.`, {
          next: `It is in iteration ${run.iteration}.`,
        });
      return await iterationView(services, runId, iteration);
    }),

  heatMap: procedure('runs.heatMap')
    .input(z.strictObject({ runId }))
    .query(async ({ ctx: { services }, input }) => {
      const { iterations, rows } = await heatMap(services.pool, input.runId);
      const tests = rows.map(({ testId, name, suite, cells }) => ({
        id: testId,
        name,
        suite,
        cells: [...cells].map(cellOf),
      }));
      return { iterations, tests };
    }),

  artifacts: procedure('runs.artifacts')
    .input(z.strictObject({ runId }))
    .query(async ({ ctx: { services }, input }) => {
      const rows = await artifactList(services.prisma, input.runId);
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

  logs: procedure('runs.logs')
    .input(z.strictObject({ runId }))
    .query(({ ctx: { services }, input }) => activityLogs(services.pool, input.runId)),

  log: procedure('runs.log')
    .input(z.strictObject({ activityId: z.guid(), next: z.int32().min(0).optional() }))
    .query(async ({ ctx: { services }, input }) => {
      const { data, ...rest } = await logPiece(services.pool, { ...input, bytes: logBytes });
      return { ...rest, base64: data.toString('base64') };
    }),
};

const letters: Readonly<Record<string, string>> = {
  P: 'passed',
  F: 'failed',
  E: 'error',
  S: 'skipped',
  N: 'not_run',
  I: 'infra',
};

function cellOf(letter: string): ReturnType<typeof statusWord> | null {
  const status = letters[letter];
  return status === undefined ? null : statusWord(status);
}
