import { parseDiff } from '#lib/diff/parse-diff.ts';
import { pathOf } from '#lib/diff/parsed-diff.ts';
import type { Envelope } from '#lib/engine/envelope.ts';
import type { TransitionFact } from '#lib/engine/step.ts';
import type { TaskContext } from '#lib/machines/task-orchestrator/context.ts';
import { isUntouched } from '#lib/machines/task-orchestrator/words.ts';
import { errorCodes } from '#lib/tasks/error-codes.ts';
import type { Plan, StepStatus } from '#lib/tasks/plan.ts';
import { planText } from '#lib/tasks/plan-text.ts';
import { riskOf, type ToolCall, type ToolRisk } from '#lib/tasks/tools.ts';
import { evidenceLinks } from './trace-rows.ts';
import { type Removed, remaining } from './unless-removed.ts';

/** One step of the plan with what came of it. */
export interface TaskStepView {
  readonly id: string;
  readonly title: string;
  readonly intent: string;
  readonly status: StepStatus;
  readonly calls: readonly {
    readonly tool: string;
    readonly risk: ToolRisk;
    readonly on: string;
    readonly detail: string;
  }[];
  readonly happened: readonly {
    readonly ok: boolean;
    readonly reason: string;
    readonly evidence: readonly { readonly label: string; readonly href: string }[];
  }[];
}

interface RunOfTask {
  readonly id: string;
  readonly number: number;
  readonly state: string;
  readonly snapshot: unknown;
}

/** A task as its page shows it: the plan with what came of each step, and what went wrong last. */
export function taskView(run: RunOfTask, kept: Plan | Removed | null, transitions: readonly TransitionFact[]) {
  const plan = remaining(kept);
  const context = (run.snapshot as Envelope).context as unknown as TaskContext;
  const { statuses, trouble, plan: outline } = context;
  return {
    plan:
      plan === null || outline === null
        ? null
        : {
            planId: outline.planId,
            text: planText(plan),
            goal: plan.goal,
            risk: plan.risk_level,
            constraints: plan.constraints,
            verification: plan.verification,
            steps: stepsOf(plan, statuses, happenedIn(transitions, `/runs/${run.number}`)),
          },
    /** There was one, and the rules of retention have removed it. */
    isPlanRemoved: kept === 'removed',
    /** Something was used that changes the tree: there may be something to undo. */
    undoable: run.state === 'AWAITING_CONFIRMATION.OPEN' && transitions.some(({ from }) => from === 'EXECUTING.USE'),
    editable: run.state === 'AWAITING_CONFIRMATION.OPEN' && isUntouched(context),
    trouble:
      trouble === null
        ? null
        : { code: trouble.code, message: trouble.message, next: errorCodes[trouble.code], traceId: run.id },
  };
}

function stepsOf(
  plan: Plan,
  statuses: readonly StepStatus[],
  happened: ReadonlyMap<number, TaskStepView['happened']>,
): TaskStepView[] {
  return plan.steps.map(({ step_id: id, title, intent, tool_calls }, step) => ({
    id,
    title,
    intent,
    status: statuses[step] ?? 'pending',
    calls: tool_calls.map((call) => ({
      tool: call.tool,
      risk: riskOf(call),
      on: subjectOf(call),
      detail: detailOf(call),
    })),
    happened: happened.get(step) ?? [],
  }));
}

/** What each step's calls came to since the plan was made; earlier plans had steps of their own. */
function happenedIn(transitions: readonly TransitionFact[], runHref: string): Map<number, TaskStepView['happened']> {
  const made = transitions.findLastIndex(({ from, event }) => from === 'PLANNING' || event === 'PLAN_EDITED');
  const found = new Map<number, TaskStepView['happened']>();
  for (const { from, to, reason, evidence, iteration } of transitions.slice(made + 1)) {
    if (from !== 'EXECUTING.READ' && from !== 'EXECUTING.USE') continue;
    const step = iteration - 1;
    const one = { ok: to === 'EXECUTING.NEXT', reason, evidence: evidenceLinks(evidence, runHref, iteration) };
    found.set(step, [...(found.get(step) ?? []), one]);
  }
  return found;
}

/** What a call is about, in a word. */
function subjectOf(call: ToolCall): string {
  if ('path' in call.args) return call.args.path;
  if ('command' in call.args) return call.args.command;
  if ('patch' in call.args) return parseDiff(call.args.patch).files.map(pathOf).join(', ');
  return 'query' in call.args ? call.args.query : '';
}

/** What a call would write, whole. */
function detailOf(call: ToolCall): string {
  if ('patch' in call.args) return call.args.patch;
  return 'content' in call.args ? call.args.content : '';
}
