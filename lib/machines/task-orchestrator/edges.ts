import { clip } from '#lib/format/clip.ts';
import { errorCodeOf } from '#lib/tasks/error-codes.ts';
import type { StepStatus } from '#lib/tasks/plan.ts';
import { type Edge, edgesFor, type Fact, type Failure } from '../edges.ts';
import type { TaskContext, TaskOutcome, TaskTrouble } from './context.ts';
import type { TaskEvents } from './events.ts';

export const { work, atOnce, on, due } = edgesFor<TaskContext, TaskEvents>();
export type TaskEdge<What> = Edge<TaskContext, What>;

/** The change that hands a trouble to `RECOVERING`. */
export function troubled(from: TaskTrouble['from'], code: string, message: string): Partial<TaskContext> {
  return { trouble: { from, code: errorCodeOf(code), message: clip(message, 300).text } };
}

/** Where the failure of an activity leads while there is something to recover. */
export function toRecovery(from: TaskTrouble['from']): readonly TaskEdge<Failure>[] {
  return [
    {
      to: '#RECOVERING',
      label: 'failed',
      because: (_, { code, message }) => `${from} failed (${errorCodeOf(code)}): ${message}`,
      change: (_, { code, message }) => troubled(from, code, message),
    },
  ];
}

/** An edge that ends the task with an outcome; what is left is the summary. */
export function ending<What>(
  outcome: TaskOutcome,
  edge: Pick<TaskEdge<What>, 'because' | 'when' | 'label'>,
): TaskEdge<What> {
  return {
    label: outcome,
    ...edge,
    to: '#SUMMARIZING',
    change: (context, what) => ({
      outcome,
      reason: clip(edge.because(context, what), 600).text,
      statuses: context.statuses.map((status) => endedStatus[status]),
    }),
  };
}

/** What becomes of a step when its task ends: the one in hand is what stands in the way, the ones after it are not begun. */
const endedStatus = {
  pending: 'skipped',
  in_progress: 'blocked',
  done: 'done',
  blocked: 'blocked',
  skipped: 'skipped',
} as const satisfies Record<StepStatus, StepStatus>;

/** The step in hand has been begun. */
export function inHand({ statuses, at }: TaskContext): Partial<TaskContext> {
  return { statuses: statuses.map((status, step) => (step === at.step ? 'in_progress' : status)) };
}

/** The record of a step of the plan, as pages list them. */
export function stepFact(status: StepStatus, step?: number): (context: TaskContext) => Fact {
  return ({ plan, at }) => {
    const which = step ?? at.step;
    const { id = '', title = '', calls = [] } = plan?.steps[which] ?? {};
    return {
      kind: 'step',
      key: `${plan?.planId.slice(0, 12)}:${String(which).padStart(2, '0')}`,
      data: {
        step_id: id,
        title,
        status,
        calls: calls.map(({ tool, risk }) => ({ tool, risk })),
        plan_id: plan?.planId ?? null,
      },
    };
  };
}
