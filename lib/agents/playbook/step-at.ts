import type { Playbook, PlaybookStep } from './playbook.ts';

/** The step that answers a task for the n-th time, counted from 0; null when its steps are used up. */
export function stepAt({ steps }: Playbook, task: string, asked: number): PlaybookStep | null {
  let given = 0;
  for (const step of steps.filter((one) => one.task === task)) {
    if (step.times === 'always') return step;
    given += step.times;
    if (asked < given) return step;
  }
  return null;
}
