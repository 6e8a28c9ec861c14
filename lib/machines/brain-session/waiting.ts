import type { Node } from '../edges.ts';
import { waitUntil } from '../wait-until.ts';
import type { SessionContext } from './context.ts';

/** A state that waits for a person as long as its limit says; then it gets `TIMEOUT`. `timer` names its due time. */
export function waitsFor(
  timer: string,
  limit: 'judge_minutes' | 'refine_minutes' | 'deploy_minutes',
  on: NonNullable<Node<SessionContext>['on']>,
): Node<SessionContext> {
  return waitUntil(timer, ({ settings }) => settings.limits[limit] * 60_000, on);
}
