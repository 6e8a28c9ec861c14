import { z } from 'zod';
import { prd } from '#lib/prd/prd.ts';
import { agentTask } from '../contract.ts';

const sentence = z.string().min(1).max(400);

/** Writes a product requirements document. */
export const draftPrd = agentTask({
  name: 'draft_prd',
  does: 'Write the requirement out as a product requirements document whose tasks can be done and verified one by one.',
  input: z.object({
    requirement: z.string(),
    /** The document as it was shown, when it is to be changed. */
    current: prd.nullable().default(null),
    /** What people want changed in it, oldest first. */
    changes: z.array(z.string()).default([]),
    /** The commands that show whether a task is done right. */
    verify: z.array(z.string()).default([]),
    /** An earlier session of this project that ended before it was archived. */
    earlier: z.string().default(''),
    /** Notes of people. */
    notes: z.array(z.string()).default([]),
  }),
  answer: prd,
  changes: false,
});

/** Carries out one task of the document. */
export const implement = agentTask({
  name: 'implement',
  does: 'Carry out this one task of the document by editing files of the folder; leave the other tasks alone.',
  input: z.object({
    document: z.string(),
    task: z.string(),
    /** Tasks that are done. */
    done: z.array(z.string()).default([]),
    verify: z.array(z.string()).default([]),
    notes: z.array(z.string()).default([]),
  }),
  answer: z.object({ summary: sentence.describe('What was done, in one sentence.') }),
  changes: true,
});

/** Mends what a task has broken, or left undone. */
export const fix = agentTask({
  name: 'fix',
  does: 'Mend what fails in the smallest way by editing files of the folder. Never weaken a check to make it pass.',
  input: z.object({
    task: z.string(),
    failure: z.string(),
    /** The end of what the failing command printed. */
    output: z.string().default(''),
    /** What the task has changed so far. */
    diff: z.string().default(''),
    /** Fixes of this task that were tried before. */
    tried: z.array(z.string()).default([]),
    /** How a person says that it is to be mended; it comes before everything else. */
    guidance: z.string().default(''),
    notes: z.array(z.string()).default([]),
  }),
  answer: z.object({ summary: sentence.describe('What was mended, in one sentence.') }),
  changes: true,
});
