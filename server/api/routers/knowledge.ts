import { z } from 'zod';
import { wellFormed } from '#lib/format/well-formed.ts';
import { seenBefore } from '#server/knowledge/seen-before.ts';
import { agentRecords } from '#server/store/costs.ts';
import { searchLessons } from '#server/store/knowledge-search.ts';
import { runPage } from '#server/store/pages/run-page.ts';
import { untilOf } from '../history/until-of.ts';
import { procedure, router } from '../trpc.ts';

const mostLessons = 50;

/** What past runs have taught, and how agents compare. */
export const knowledgeRouter = router({
  search: procedure('knowledge.search')
    .input(
      z.strictObject({
        text: z.string().max(500).transform(wellFormed).default(''),
        onlyHelped: z.boolean().default(false),
      }),
    )
    .query(async ({ ctx: { services, reach }, input }) =>
      (await searchLessons(services.pool, { ...input, projectIds: reach.projects, limit: mostLessons })).map(
        (lesson) => ({
          ...lesson,
          at: lesson.at.getTime(),
        }),
      ),
    ),

  /** Lessons of failures like those that an iteration of a run began with. */
  similar: procedure('knowledge.similar')
    .input(z.strictObject({ runId: z.guid(), iteration: z.int().min(0).max(100_000), at: z.int32().min(1).optional() }))
    .query(async ({ ctx: { services }, input: { iteration, ...when } }) => {
      const { id: runId, projectId } = await runPage(services.pool, when.runId);
      const until = await untilOf(services.pool, when);
      return await seenBefore(services.pool, { runId, projectId, iteration, until });
    }),

  agents: procedure('knowledge.agents').query(async ({ ctx: { services, reach } }) =>
    agentRecords(services.pool, reach.projects),
  ),
});
