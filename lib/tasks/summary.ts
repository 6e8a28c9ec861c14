import { z } from 'zod';

const text = z.string();

/** What a task leaves to read: what was done, why, how it was verified, what is risky, and how to undo it. */
export const taskSummary = z.object({
  outcome: text,
  reason: text,
  what: text,
  why: text,
  how_verified: text,
  risks: z.array(text),
  /** Paths that differ from the base. */
  files: z.array(text),
  undo: text,
  commit_message: text,
  pull_request: text,
  /** What to do about what went wrong. */
  next: text.nullable(),
  trace_id: text,
});
export type TaskSummary = z.output<typeof taskSummary>;
