import { z } from 'zod';

const line = z.string().trim().min(1).max(400);
const lines = z.array(line).max(20).default([]);

/** One task of the queue: what is done, and what shows that it is. */
export const prdTask = z.strictObject({
  task_id: z.string().trim().min(1).max(40),
  title: z.string().trim().min(1).max(80),
  details: z.string().max(4_000).default(''),
  /** What has to hold once it is done, in words; the verify commands measure it. */
  done_when: lines,
});

/** Tasks of one document: a machine keeps their outline at hand. */
export const mostTasks = 20;

/** A product requirements document as an agent writes it and a person may edit it. */
export const prd = z.strictObject({
  title: z.string().trim().min(1).max(120),
  /** Whom it serves and why. */
  summary: z.string().trim().min(1).max(4_000),
  goals: lines,
  /** What is left out on purpose. */
  non_goals: lines,
  tasks: z
    .array(prdTask)
    .min(1)
    .max(mostTasks)
    .refine(
      (tasks) => new Set(tasks.map(({ task_id }) => task_id)).size === tasks.length,
      'two tasks have the same id',
    ),
});
export type Prd = z.output<typeof prd>;
export type PrdTask = z.output<typeof prdTask>;
