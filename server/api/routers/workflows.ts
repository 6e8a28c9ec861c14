import { z } from 'zod';
import { runPage } from '#server/store/pages/run-page.ts';
import { mustBeOf } from '../must-be-of.ts';
import { procedure, router } from '../trpc.ts';
import { readWorkflow } from '../workflows/read-workflow.ts';
import { workflowView } from '../workflows/workflow-view.ts';

/** What the page of a staged workflow reads beyond that of any run. */
export const workflowsRouter = router({
  /** Its tree, notebook, goals, variables and history; as it is, or as it stood after a transition. */
  view: procedure('workflows.view')
    .input(z.strictObject({ runId: z.guid(), at: z.int32().min(1).optional() }))
    .query(async ({ ctx: { services }, input }) => {
      const now = await runPage(services.pool, input.runId);
      mustBeOf('staged-workflow', now);
      return await workflowView(services, await readWorkflow(services, now, input.at));
    }),
});
