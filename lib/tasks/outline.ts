import { type PlanOutline, planOutline } from '#lib/activities/task.ts';
import { describeIssues } from '#lib/describe-issues.ts';
import { clip } from '#lib/format/clip.ts';
import { counted } from '#lib/format/count.ts';
import type { PlanDraft } from './plan.ts';
import { riskOf } from './tools.ts';

export type OutlineAnswer =
  | { readonly ok: true; readonly outline: PlanOutline }
  | { readonly ok: false; readonly reason: string };

/**
 * What of a stored plan the machine decides on: a tool's risk is ours, whatever the plan says. `named` are the commands that
 * the project verifies by itself.
 */
export function outlineOf(
  planId: string,
  { goal, steps, verification }: PlanDraft,
  named: readonly string[],
): OutlineAnswer {
  const { mode, required, commands } = verification;
  const read = planOutline.safeParse({
    planId,
    summary: clip(`${counted(steps.length, 'step')} to: ${goal}`.replace(/\s+/g, ' '), 400).text,
    steps: steps.map(({ step_id, title, tool_calls }) => ({
      id: step_id,
      title: title.slice(0, 80),
      calls: tool_calls.map((call) => ({ tool: call.tool, risk: riskOf(call) })),
    })),
    verification: { mode, required, own: mode === 'none' ? 0 : commands.filter((one) => !named.includes(one)).length },
  });
  return read.success
    ? { ok: true, outline: read.data }
    : { ok: false, reason: `the plan is too large: ${describeIssues(read.error)}` };
}
