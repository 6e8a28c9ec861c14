import { z } from 'zod';
import { wellFormed } from '#lib/format/well-formed.ts';
import { runFilters } from '#server/store/pages/run-filters.ts';
import { type RunListFilter, runList, runShows } from '#server/store/pages/run-list.ts';
import { procedure } from '../trpc.ts';
import { summaries } from '../views/summaries.ts';

/** Rows of one page of the list. */
const pageRows = 50;
const word = z.string().max(200).transform(wellFormed);

/** How pages look for runs. */
export const listRuns = {
  list: procedure('runs.list')
    .input(
      z.strictObject({
        limit: z.int().min(1).max(200).default(50),
        before: z.int32().optional(),
        live: z.boolean().optional(),
        text: word.optional(),
      }),
    )
    .query(async ({ ctx: { services, reach }, input: { live, ...filter } }) => {
      const show = live === undefined ? 'all' : live ? 'live' : 'ended';
      return await summaries(
        services.pool,
        await runList(services.pool, { ...filter, show, projectIds: reach.projects }),
      );
    }),

  /** One page of the runs that match, newest first, with where the pages beside it begin. */
  find: procedure('runs.find')
    .input(
      z.strictObject({
        show: z.enum(runShows).default('all'),
        state: word.optional(),
        outcome: word.optional(),
        projectId: z.guid().optional(),
        agent: word.optional(),
        text: word.optional(),
        before: z.int32().optional(),
        after: z.int32().optional(),
      }),
    )
    .query(async ({ ctx: { services, reach }, input: asked }) => {
      const { pool } = services;
      const input = { ...asked, projectIds: reach.projects };
      const rows = await runList(pool, { ...input, limit: pageRows });
      const [first, last] = [rows[0], rows.at(-1)];
      const [runs, newer, older] = await Promise.all([
        summaries(pool, rows),
        first === undefined ? false : isThere({ ...input, before: undefined, after: first.number }),
        last === undefined ? false : isThere({ ...input, after: undefined, before: last.number }),
      ]);
      return { runs, newer: newer ? (first?.number ?? null) : null, older: older ? (last?.number ?? null) : null };

      async function isThere(filter: Omit<RunListFilter, 'limit'>): Promise<boolean> {
        return (await runList(pool, { ...filter, limit: 1 })).length > 0;
      }
    }),

  /** What the list can be narrowed down to. */
  filters: procedure('runs.filters').query(({ ctx: { services, reach } }) => runFilters(services.pool, reach.projects)),
};
