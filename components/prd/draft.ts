import type { Prd } from '#lib/prd/prd.ts';

/** A task while it is edited: lists are texts with a line for each. */
export interface DraftTask {
  /** Stays with the task while its fields change and it moves. */
  readonly key: number;
  readonly task_id: string;
  readonly title: string;
  readonly details: string;
  readonly done_when: string;
}

/** A document while it is edited. */
export interface PrdDraft {
  readonly title: string;
  readonly summary: string;
  readonly goals: string;
  readonly non_goals: string;
  readonly tasks: readonly DraftTask[];
}

export function draftOf({ title, summary, goals, non_goals, tasks }: Prd): PrdDraft {
  return {
    title,
    summary,
    goals: goals.join('\n'),
    non_goals: non_goals.join('\n'),
    tasks: tasks.map((task, key) => ({ ...task, key, done_when: task.done_when.join('\n') })),
  };
}

/** The document that the fields make up; the session has the last word on whether it is one. */
export function prdOf({ title, summary, goals, non_goals, tasks }: PrdDraft): Prd {
  return {
    title: title.trim(),
    summary: summary.trim(),
    goals: linesOf(goals),
    non_goals: linesOf(non_goals),
    tasks: tasks.map(({ task_id, title: what, details, done_when }) => ({
      task_id: task_id.trim(),
      title: what.trim(),
      details: details.trim(),
      done_when: linesOf(done_when),
    })),
  };
}

/** One more task at the end, under an id that no other has. */
export function withTask(tasks: readonly DraftTask[]): readonly DraftTask[] {
  const taken = new Set(tasks.map(({ task_id }) => task_id));
  let number = tasks.length + 1;
  while (taken.has(`T${number}`)) number += 1;
  const key = Math.max(-1, ...tasks.map((task) => task.key)) + 1;
  return [...tasks, { key, task_id: `T${number}`, title: '', details: '', done_when: '' }];
}

export function linesOf(text: string): string[] {
  return text.split('\n').flatMap((line) => line.trim() || []);
}
