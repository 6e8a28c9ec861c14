import type { PlanOutline } from '#lib/activities/task.ts';
import type { Json } from '#lib/engine/json.ts';
import { outlineOf } from '#lib/tasks/outline.ts';
import type { Plan, PlanDraft } from '#lib/tasks/plan.ts';
import { type ActivityContext, ActivityFailure } from '../context.ts';
import { oneSentence } from '../one-sentence.ts';
import { taskInputOf } from './facts.ts';

/** Stores a plan under the hash of what is in it, and gives the outline that the machine decides on. */
export async function keepPlan(context: ActivityContext, draft: PlanDraft): Promise<PlanOutline> {
  const { runId, activityId, iteration, host } = context;
  const stored: Plan = { ...draft, plan_id: activityId, created_at: new Date().toISOString() };
  const planId = await host.artifacts.putJson(
    { runId, iteration, activityId, kind: 'plan', name: `plan-${activityId}` },
    JSON.parse(JSON.stringify(stored)) as Json,
  );
  const { verify } = await taskInputOf(context);
  const outlined = outlineOf(
    planId,
    draft,
    Object.values(verify).filter((command) => command !== undefined),
  );
  if (outlined.ok) return outlined.outline;
  throw new ActivityFailure('E_MODEL', oneSentence(outlined.reason), { final: true });
}
