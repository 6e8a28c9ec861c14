import { cancel, enqueueActions } from 'xstate';
import type { Node } from '../edges.ts';
import type { WorkflowContext } from './context.ts';

interface Enqueue {
  readonly raise: (event: { type: string }, options: { id: string; delay: number }) => void;
}

/** A state that waits for a person as long as its limit says; then it gets `WAIT_OVER`. `timer` names its due time. */
export function waitsFor(
  timer: string,
  limit: 'answer_minutes' | 'reset_minutes',
  on: NonNullable<Node<WorkflowContext>['on']>,
): Node<WorkflowContext> {
  return {
    tags: ['waiting'],
    entry: enqueueActions(({ context, enqueue }: { context: WorkflowContext; enqueue: Enqueue }) => {
      enqueue.raise({ type: 'WAIT_OVER' }, { id: timer, delay: context.settings.limits[limit] * 60_000 });
    }),
    exit: cancel(timer),
    on,
  };
}

/** Nobody is waited for in `ci` and `auto` mode. */
export function isAttended({ settings }: WorkflowContext): boolean {
  return settings.mode === 'interactive';
}
