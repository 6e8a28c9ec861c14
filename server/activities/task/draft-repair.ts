import type { draftRepair as contract } from '#lib/activities/task.ts';
import { repair } from '#lib/agents/tasks/orchestrator.ts';
import type { Plan, PlanStep } from '#lib/tasks/plan.ts';
import { activityLogs, logPiece } from '#server/store/pages/logs.ts';
import type { ActivityContext } from '../context.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { mustAnswer } from './ask.ts';
import { planOf, taskInputOf } from './facts.ts';
import { keepPlan } from './keep-plan.ts';

/** Asks how a failure is mended. A fix is the same plan with the failed step replaced, or with one more at its end. */
export const draftRepair: Perform<typeof contract> = async ({ planId, step, code, message, attempt }, context) => {
  const [{ request }, plan] = await Promise.all([taskInputOf(context), planOf(context, planId)]);
  const failing = plan.steps[step];
  const said = await mustAnswer(context, repair, {
    request,
    step: failing === undefined ? 'the verification' : `${failing.title}: ${failing.intent}`,
    code,
    message,
    output: await printedLast(context),
    attempt,
  });
  const reason = oneSentence(said.reason);
  if (said.outcome !== 'fix') return { outcome: said.outcome, reason };
  if (said.step === null) return { outcome: 'blocked', reason: `a fix without a step: ${reason}`.slice(0, 400) };
  const { plan_id: _id, created_at: _at, ...draft } = plan;
  const steps = plan.steps.toSpliced(step, failing === undefined ? 0 : 1, named(said.step, { plan, step, context }));
  return { outcome: 'fix', reason, plan: await keepPlan(context, { ...draft, steps }) };
};

/** A step under an id that no other step of the plan has. */
function named(
  mended: PlanStep,
  { plan, step, context }: { readonly plan: Plan; readonly step: number; readonly context: ActivityContext },
): PlanStep {
  const isTaken = plan.steps.some(({ step_id }, at) => at !== step && step_id === mended.step_id);
  return isTaken ? { ...mended, step_id: `${mended.step_id.slice(0, 30)}-${context.activityId.slice(0, 8)}` } : mended;
}

const mostOutput = 8_000;

/** The end of what the last activity with output printed. */
async function printedLast({ host, runId, activityId }: ActivityContext): Promise<string> {
  const logs = await activityLogs(host.pool, runId);
  const last = logs.findLast((one) => one.activityId !== activityId);
  if (last === undefined) return '';
  const { data } = await logPiece(host.pool, { activityId: last.activityId, bytes: mostOutput });
  return data.toString('utf8').slice(-mostOutput);
}
