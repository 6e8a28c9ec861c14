import { cancel, enqueueActions } from 'xstate';
import type { Node } from './edges.ts';

interface Enqueue {
  readonly raise: (event: { type: string }, options: { id: string; delay: number }) => void;
}

/** A state that waits for a person until it is due; then it gets `TIMEOUT`. `timer` names its due time. */
export function waitUntil<Context extends object>(
  timer: string,
  delayMs: (context: Context) => number,
  on: NonNullable<Node<Context>['on']>,
): Node<Context> {
  return {
    tags: ['waiting'],
    entry: enqueueActions(({ context, enqueue }: { context: Context; enqueue: Enqueue }) => {
      enqueue.raise({ type: 'TIMEOUT' }, { id: timer, delay: delayMs(context) });
    }),
    exit: cancel(timer),
    on,
  };
}
