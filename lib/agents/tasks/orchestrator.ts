import { z } from 'zod';
import { planDraft, planStep } from '#lib/tasks/plan.ts';
import { toolRisks } from '#lib/tasks/tools.ts';
import { agentTask } from '../contract.ts';

const sentence = z.string().min(1).max(400);
const answered = z.object({ questions: z.array(z.string()), answer: z.string() });

/** Takes in a request. */
export const intake = agentTask({
  name: 'intake',
  does: 'Say what is wanted, which kinds of tools it needs, how risky it is, and ask only what cannot be planned without.',
  input: z.object({
    request: z.string(),
    /** What was asked before, and what was answered. */
    answers: z.array(answered).default([]),
  }),
  answer: z.object({
    intent: sentence.describe('What is wanted, in one sentence.'),
    needs: z.array(z.enum(toolRisks)).max(5).describe('The kinds of tools that it needs.'),
    risk: z.enum(['low', 'medium', 'high']),
    questions: z.array(sentence).max(3).default([]).describe('At most three; none when it can be planned.'),
  }),
  changes: false,
});

/** Makes a plan. */
export const draftPlan = agentTask({
  name: 'draft_plan',
  does: 'Divide the request into the fewest steps; each names the tool calls that do it, with all their arguments.',
  input: z.object({
    request: z.string(),
    answers: z.array(answered).default([]),
    /** Refusals and failures of this run that bind the plan. */
    constraints: z.array(z.string()).default([]),
    /** The map of the repository, what the search found, its history. */
    context: z.string().default(''),
    /** Notes of people. */
    notes: z.array(z.string()).default([]),
  }),
  answer: planDraft,
  changes: false,
});

/** Mends a failure. */
export const repair = agentTask({
  name: 'repair',
  does: 'Mend the failure in the smallest way; else have the step rolled back, planned anew, or say that it is blocked.',
  input: z.object({
    request: z.string(),
    step: z.string(),
    code: z.string(),
    message: z.string(),
    /** The end of what was printed. */
    output: z.string().default(''),
    attempt: z.number(),
  }),
  answer: z.object({
    outcome: z.enum(['fix', 'roll-back', 'replan', 'blocked']),
    reason: sentence,
    step: planStep.nullable().default(null).describe('For a fix: the step that is done in place of the failed one.'),
  }),
  changes: false,
});

/** Sums a task up. */
export const summarise = agentTask({
  name: 'summarise',
  does: 'Say what was changed, why and what is risky about it; write the message of the commit and of a pull request.',
  input: z.object({
    request: z.string(),
    outcome: z.string(),
    reason: z.string(),
    diff: z.string(),
    verification: z.string(),
  }),
  answer: z.object({
    summary: sentence,
    why: z.string().max(2_000).default(''),
    risks: z.array(sentence).max(10).default([]),
    commit_message: z.string().max(2_000).default(''),
    pull_request: z.string().max(8_000).default(''),
  }),
  changes: false,
});
