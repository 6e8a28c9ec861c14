import { z } from 'zod';
import { wellFormed } from '#lib/format/well-formed.ts';
import { type Plan, plan } from '#lib/tasks/plan.ts';
import { taskSummary } from '#lib/tasks/summary.ts';
import { artifactAs } from '#server/artifacts/artifact-as.ts';
import { artifactOf } from '#server/store/artifacts.ts';
import { runPage } from '#server/store/pages/run-page.ts';
import { storedTransitions } from '#server/store/stored-transitions.ts';
import { editPlan } from '#server/tasks/edit-plan.ts';
import { asItStood } from '../history/as-it-stood.ts';
import { mustBeOf } from '../must-be-of.ts';
import type { Services } from '../services.ts';
import { procedure, router } from '../trpc.ts';
import { taskView } from '../views/task-view.ts';
import { unlessRemoved } from '../views/unless-removed.ts';

const runId = z.guid();

/** What the page of a task reads beyond that of any run, and the change of a plan. */
export const tasksRouter = router({
  /** The plan with what came of it, and the summary once there is one; as it is, or as it stood after a transition. */
  view: procedure('tasks.view')
    .input(z.strictObject({ runId, at: z.int32().min(1).optional() }))
    .query(async ({ ctx: { services }, input }) => {
      const now = await runPage(services.pool, input.runId);
      mustBeOf('task-orchestrator', now);
      const run = input.at === undefined ? now : (await asItStood(services, now, input.at)).run;
      const transitions = (await storedTransitions(services.pool, now.id)).slice(0, input.at);
      const outline = z
        .object({ context: z.object({ plan: z.object({ planId: z.string() }).nullable() }) })
        .safeParse(run.snapshot);
      const planId = outline.data?.context.plan?.planId ?? null;
      return {
        ...taskView(run, planId === null ? null : await unlessRemoved(storedPlan(services, planId)), transitions),
        summary: run.finishedAt === null ? null : await summaryOf(services, now.id),
      };
    }),

  editPlan: procedure('tasks.editPlan')
    .input(
      z.strictObject({
        runId,
        commandId: z.string().min(8).max(80).transform(wellFormed),
        reason: z.string().trim().max(400).transform(wellFormed).default(''),
        planId: z.string().min(1).max(80),
        text: z.string().min(1).max(1_000_000).transform(wellFormed),
      }),
    )
    .mutation(({ ctx: { services, person }, input }) => editPlan(services, { ...input, by: person.actor })),
});

async function storedPlan({ artifacts }: Services, planId: string): Promise<Plan> {
  return await artifactAs(artifacts, planId, plan);
}

async function summaryOf({ pool, artifacts }: Services, id: string) {
  const hash = await artifactOf(pool, { runId: id, kind: 'report', name: 'summary' });
  return hash === null ? null : await artifactAs(artifacts, hash, taskSummary);
}
