import { type PlanOutline, planOutline } from '#lib/activities/task.ts';
import { describeIssues } from '#lib/describe-issues.ts';
import type { Json } from '#lib/engine/json.ts';
import { counted } from '#lib/format/count.ts';
import type { Plan, PlanDraft } from '#lib/tasks/plan.ts';
import { riskOf } from '#lib/tasks/tools.ts';
import { type ActivityContext, ActivityFailure } from '../context.ts';
import { oneSentence } from '../one-sentence.ts';

/** Stores a plan under the hash of what is in it, and gives the outline that the machine decides on. */
export async function keepPlan(context: ActivityContext, draft: PlanDraft): Promise<PlanOutline> {
  const { runId, activityId, iteration, host } = context;
  const stored: Plan = { ...draft, plan_id: activityId, created_at: new Date().toISOString() };
  const planId = await host.artifacts.putJson(
    { runId, iteration, activityId, kind: 'plan', name: `plan-${activityId}` },
    JSON.parse(JSON.stringify(stored)) as Json,
  );
  const outline = planOutline.safeParse({
    planId,
    summary: oneSentence(`${counted(draft.steps.length, 'step')} to: ${draft.goal}`),
    steps: draft.steps.map(({ step_id, title, tool_calls }) => ({
      id: step_id,
      title: title.slice(0, 80),
      calls: tool_calls.map((call) => ({ tool: call.tool, risk: riskOf(call) })),
    })),
    verification: { mode: draft.verification.mode, required: draft.verification.required },
  });
  if (outline.success) return outline.data;
  throw new ActivityFailure('E_MODEL', oneSentence(`the plan is too large: ${describeIssues(outline.error)}`), {
    final: true,
  });
}
