import type { Node } from '../edges.ts';
import { waitUntil } from '../wait-until.ts';
import type { WorkflowContext } from './context.ts';

/** A state that waits for a person as long as its limit says; then it gets `TIMEOUT`. `timer` names its due time. */
export function waitsFor(
  timer: string,
  limit: 'answer_minutes' | 'reset_minutes',
  on: NonNullable<Node<WorkflowContext>['on']>,
): Node<WorkflowContext> {
  return waitUntil(timer, ({ settings }) => settings.limits[limit] * 60_000, on);
}

/** Nobody is waited for in `ci` and `auto` mode. */
export function isAttended({ settings }: WorkflowContext): boolean {
  return settings.mode === 'interactive';
}
