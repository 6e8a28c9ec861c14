import { z } from 'zod';
import { duration } from '#lib/config/scalars.ts';
import { fileEdit } from '../edits.ts';
import { tokenUsage } from '../spent.ts';

/** What a step says it has cost, for trying budgets and reports. */
const cost = z.strictObject({
  tokens: tokenUsage.partial().default({}).describe('Tokens by bucket; a bucket that is not named is empty.'),
  money: z.number().min(0).nullable().default(0).describe('In the currency of the project; null is unknown.'),
});

/** One answer, given when its task is asked for and the steps before it are used up. */
const step = z.strictObject({
  task: z
    .string()
    .describe('The task that this step answers.')
    .meta({ examples: ['analyse', 'propose'] }),
  says: z.array(z.string()).default([]).describe('Lines for the log, before anything else.'),
  after: duration.optional().describe('How long to wait before the answer.'),
  times: z
    .union([z.int().min(1).max(1_000), z.literal('always')], { error: 'must be a number of times, or always' })
    .default(1)
    .describe('How often the step is given before the next one of its task.'),
  commands: z
    .array(z.string().min(1))
    .default([])
    .describe('Lines for the shell, run in the folder inside the sandbox, before the edits.'),
  edits: z.array(fileEdit).default([]).describe('Changes of files.'),
  answer: z.record(z.string(), z.json()).optional().describe('The answer, in the fields of the task.'),
  gives_up: z.string().min(1).optional().describe('Says that there is no idea left, and why.'),
  unreadable: z.string().min(1).optional().describe('Answers something that cannot be read.'),
  fails: z.string().min(1).optional().describe('Fails as an endpoint or a program does, for this reason.'),
  cost: cost.prefault({}).describe('What the step says it has cost; nothing by default.'),
});

/** A script of answers, edits and commands: what an agent says is written down beforehand. */
export const playbook = z.strictObject({
  version: z.literal(1).describe('The version of this format.'),
  steps: z.array(step).min(1, 'must hold at least one step').max(1_000),
});

export type Playbook = z.output<typeof playbook>;
export type PlaybookStep = Playbook['steps'][number];

/** The ways in which a step ends; it names exactly one. */
export const endings = ['answer', 'gives_up', 'unreadable', 'fails'] as const satisfies readonly (keyof PlaybookStep)[];
