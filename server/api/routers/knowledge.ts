import { z } from 'zod';
import { wellFormed } from '#lib/format/well-formed.ts';
import { agentRecords } from '#server/store/costs.ts';
import { searchLessons } from '#server/store/knowledge-search.ts';
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

  agents: procedure('knowledge.agents').query(async ({ ctx: { services, reach } }) =>
    agentRecords(services.pool, reach.projects),
  ),
});
