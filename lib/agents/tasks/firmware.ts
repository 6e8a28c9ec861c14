import { z } from 'zod';
import { agentTask } from '../contract.ts';
import { situation } from '../situation.ts';

const short = z.string().max(400);
const ratio = z.number().min(0).max(1);

/** Finds the cause of failing tests or of a broken build. */
export const analyse = agentTask({
  name: 'analyse',
  does: 'Find the root cause of what fails and say which files have to change. Change nothing yet.',
  input: situation,
  answer: z.object({
    hypotheses: z.array(short.min(1)).min(1).max(5).describe('Possible causes, the likeliest first, a sentence each.'),
    files: z.array(z.string().min(1).max(500)).max(20).describe('Files that have to change, as paths of the project.'),
    confidence: ratio.describe('How sure you are of the first hypothesis, from 0 to 1.'),
    summary: short.min(1).describe('The cause in one sentence.'),
  }),
  changes: false,
});

/** Mends the cause by editing files. */
export const propose = agentTask({
  name: 'propose',
  does: 'Make the smallest change that mends the cause. Leave tests, build lists and expected outputs as they are.',
  input: situation,
  answer: z.object({
    summary: short.min(1).describe('What the change does, in one sentence.'),
    claim: z.string().max(2_000).default('').describe('Why it mends the cause, and what it may break.'),
  }),
  changes: true,
});

/** Says how far a measured result can be trusted; it can only lower the confidence that was computed. */
export const judge = agentTask({
  name: 'judge',
  does: 'Say how far this result can be trusted: whether it shows that the cause is mended, or looks like luck or cheating.',
  input: z.object({
    goal: z.string(),
    patch: z.string(),
    before: z.string(),
    after: z.string(),
  }),
  answer: z.object({
    confidence: ratio.describe('How far the result can be trusted, from 0 to 1.'),
    reasoning: short.min(1).describe('Why, in one sentence.'),
  }),
  changes: false,
});
