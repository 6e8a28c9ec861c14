import type { Node } from '../edges.ts';
import { waitUntil } from '../wait-until.ts';
import type { TaskContext } from './context.ts';
import { atOnce } from './edges.ts';

/** Where a task goes that needs a person: to `OPEN`, or to `ASK` in `ci` and `auto` mode, where nobody is waited for. */
export function decideWhoAnswers(because: (context: TaskContext) => string): Node<TaskContext> {
  return atOnce(
    { when: ({ settings }) => settings.mode === 'interactive', to: 'OPEN', because },
    { to: 'ASK', because: ({ settings }) => `nobody is waited for in ${settings.mode} mode: the playbook is asked` },
  );
}

/** A state that waits for a person as long as its limit says; then it gets `TIMEOUT`. `timer` names its due time. */
export function waitsFor(
  timer: string,
  limit: 'answer_minutes' | 'confirm_minutes',
  on: NonNullable<Node<TaskContext>['on']>,
): Node<TaskContext> {
  return waitUntil(timer, ({ settings }) => settings.limits[limit] * 60_000, on);
}
