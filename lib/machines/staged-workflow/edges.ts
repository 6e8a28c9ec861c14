import { clip } from '#lib/format/clip.ts';
import { type Edge, edgesFor } from '../edges.ts';
import { consequences, type Payload } from './consequences.ts';
import type { TroubleCode, WorkflowContext } from './context.ts';
import type { StagedWorkflowEvents } from './events.ts';
import { behaviorFact, movedFact } from './facts.ts';
import { type EventFrom, nextState, type WorkflowEvent, type WorkflowState } from './table.ts';

export const { work, atOnce, on, due } = edgesFor<WorkflowContext, StagedWorkflowEvents>();
export type WorkflowEdge<What> = Edge<WorkflowContext, What>;

/** What brings an event of the table about. */
export interface Cause<What> extends Pick<WorkflowEdge<What>, 'because' | 'when' | 'evidence' | 'record'> {
  /** What comes along with the event. */
  readonly payload?: (what: What, context: WorkflowContext) => Payload;
  /** What is changed before the event is looked at: what an answer says besides. */
  readonly first?: (context: WorkflowContext, what: What) => Partial<WorkflowContext>;
}

/** States in which a behavior is going on. */
const inBehavior: ReadonlySet<WorkflowState> = new Set([
  'behavior_running',
  'action_running',
  'action_completed',
  'behavior_completed',
  'workflow_update_pending',
  'step_update_pending',
]);

/** A row of the table as an edge: what brings it about, why, and what it changes. */
export function row<State extends WorkflowState, What>(
  from: State,
  event: EventFrom<State>,
  cause: Cause<What>,
): WorkflowEdge<What> {
  return rowOf(from, event as WorkflowEvent, cause);
}

/** The same for a state and an event that are only known when the machine is built. */
export function rowOf<What>(from: WorkflowState, event: WorkflowEvent, cause: Cause<What>): WorkflowEdge<What> {
  const to = nextState(from, event);
  if (to === null) throw new Error(`${from} has no row for ${event}`);
  const { first, payload = () => ({}), when, because, evidence, record = [] } = cause;
  const consequence = consequences[event];
  const { record: file } = consequence;
  const before = (context: WorkflowContext, what: What) => ({ ...context, ...first?.(context, what) });
  const isPlaceholder = to === from;
  const ends = event === 'FAIL' ? 'failed' : event === 'CANCEL' || to === 'error' ? 'stopped' : null;
  return {
    ...(!isPlaceholder && { to: `#${to}` }),
    label: event,
    when: (context, what) =>
      (when?.(context, what) ?? true) &&
      (isPlaceholder || (consequence.when?.(before(context, what), payload(what, context)) ?? true)),
    because: (context, what) => `${event}: ${because(context, what)}`,
    ...(evidence && { evidence }),
    change: (context, what) => ({
      ...first?.(context, what),
      ...(!isPlaceholder && consequence.change?.(before(context, what), payload(what, context))),
      moves: context.moves + 1,
    }),
    record: [
      (context, _, at) => movedFact(from, event, to)(context, at),
      ...[record].flat(),
      ...(file === undefined ? [] : [(context: WorkflowContext, what: What) => file(context, payload(what, context))]),
      ...(ends !== null && inBehavior.has(from) ? [behaviorFact(ends)] : []),
    ],
  };
}

type FailingState = { [State in WorkflowState]: 'FAIL' extends EventFrom<State> ? State : never }[WorkflowState];

/** The row `FAIL` of a state with what failed. */
export function fails<What>(
  from: FailingState,
  code: TroubleCode | ((what: What) => TroubleCode),
  cause: Cause<What>,
): WorkflowEdge<What> {
  return row<FailingState, What>(from, 'FAIL', {
    ...cause,
    payload: (what, context) => ({
      trouble: {
        code: typeof code === 'string' ? code : code(what),
        from,
        message: clip(cause.because(context, what), 300).text,
      },
    }),
  });
}
