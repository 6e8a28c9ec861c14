import { z } from 'zod';
import { agentTask } from '../contract.ts';

const sentence = z.string().min(1).max(400);

/** Divides a goal into steps. */
export const plan = agentTask({
  name: 'plan',
  does: 'Divide the goal into the fewest steps that can be done and checked one by one.',
  input: z.object({
    goal: z.string(),
    /** What binds the plan: refusals, rules, what was learned. */
    constraints: z.array(z.string()).default([]),
    /** What is known of the folder: files, findings. */
    context: z.string().default(''),
  }),
  answer: z.object({
    steps: z
      .array(
        z.object({
          title: sentence,
          details: z.string().max(4_000).default(''),
          check: z.string().max(400).nullable(),
        }),
      )
      .min(1)
      .max(50)
      .describe('The steps in order; `check` is the command that shows that one is done, or null.'),
    summary: sentence.describe('The plan in one sentence.'),
  }),
  changes: false,
});

/** Answers a question in the place of a person. */
export const ask = agentTask({
  name: 'ask',
  does: 'Answer the question. If options are given, choose exactly one of them.',
  input: z.object({ question: z.string(), options: z.array(z.string()).default([]), context: z.string().default('') }),
  answer: z.object({ answer: z.string().min(1).max(4_000), reason: sentence }),
  changes: false,
});

/** Reviews a change. */
export const review = agentTask({
  name: 'review',
  does: 'Review the change from these sides and name what has to be mended before it can stay.',
  input: z.object({
    goal: z.string(),
    diff: z.string(),
    sides: z.array(z.string()).default(['function', 'edge cases', 'security', 'performance']),
    context: z.string().default(''),
  }),
  answer: z.object({
    findings: z
      .array(
        z.object({
          side: z.string().max(80),
          file: z.string().max(500).nullable(),
          line: z.number().int().min(1).nullable(),
          severity: z.enum(['blocker', 'warning', 'note']),
          text: sentence,
        }),
      )
      .max(50),
    summary: sentence,
  }),
  changes: false,
});

/** Carries out an order in a folder. */
export const work = agentTask({
  name: 'work',
  does: 'Carry out the order by editing files of the folder.',
  input: z.object({ order: z.string(), constraints: z.array(z.string()).default([]), context: z.string().default('') }),
  answer: z.object({ summary: sentence.describe('What was done, in one sentence.') }),
  changes: true,
});
