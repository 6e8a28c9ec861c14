import { z } from 'zod';
import { stepStatuses, verificationPolicy } from '#lib/tasks/plan.ts';
import { toolRisks, tools } from '#lib/tasks/tools.ts';
import { contract, minutes } from './contract.ts';
import { evidence, id, name, sentence, whole } from './shapes.ts';

const code = z.string().max(40);
const toolName = z.enum(Object.keys(tools) as [keyof typeof tools, ...(keyof typeof tools)[]]);

/** Most tool calls of one plan: a machine keeps their outline at hand. */
const mostCalls = 60;

/** What of a plan decides where a run goes; the plan itself lies in the artifact `planId`. */
export const planOutline = z
  .object({
    planId: id,
    summary: sentence,
    steps: z
      .array(
        z.object({
          id: z.string().max(40),
          title: z.string().max(80),
          calls: z.array(z.object({ tool: toolName, risk: z.enum(toolRisks) })).max(12),
        }),
      )
      .min(1)
      .max(20),
    verification: verificationPolicy.pick({ mode: true, required: true }).extend({
      /** Commands of the plan that the project does not name itself: to run them is the plan's doing. */
      own: whole.default(0),
    }),
  })
  .refine(
    ({ steps }) => steps.flatMap(({ calls }) => calls).length <= mostCalls,
    `a plan makes at most ${mostCalls} calls`,
  );
export type PlanOutline = z.output<typeof planOutline>;

const place = { planId: id, step: whole, call: whole };
const used = z.object({
  ok: z.boolean(),
  /** One of the error codes when it is not ok. */
  code: code.nullable(),
  /** What came of it, in a sentence. */
  summary: sentence,
  evidence,
});

export const takeInRequest = contract({
  name: 'take-in-request',
  does: 'Reads what is wanted, what it needs to be allowed, how risky it is and what is unclear.',
  input: z.object({ round: whole }),
  output: z.object({
    intent: sentence,
    /** Kinds of tools that it needs and the project does not allow. */
    denied: z.array(z.enum(toolRisks)).max(5),
    risk: z.enum(['low', 'medium', 'high']),
    questions: z.array(sentence).max(3),
  }),
  idempotent: false,
  timeoutMs: minutes(10),
  capability: 'workspace',
  instant: false,
});

export const answerForPerson = contract({
  name: 'answer-for-person',
  does: 'Looks for an answer in the playbook where nobody is waited for.',
  input: z.object({
    question: z.string().max(2_000),
    options: z.array(name).max(10),
    about: z.enum(['clarification', 'confirmation', 'block']),
  }),
  output: z.object({ answered: z.boolean(), answer: z.string().max(2_000), reason: sentence }),
  idempotent: false,
  timeoutMs: minutes(10),
  capability: 'workspace',
  instant: false,
});

export const gatherContext = contract({
  name: 'gather-context',
  does: 'Maps the repository, searches it and keeps what the plan is to be made from.',
  input: z.object({ question: z.string().max(2_000) }),
  output: z.object({ files: whole, symbols: whole, hits: whole, searchedWith: z.enum(['ripgrep', 'grep']), evidence }),
  idempotent: true,
  timeoutMs: minutes(5),
  capability: 'workspace',
  instant: false,
});

export const draftPlan = contract({
  name: 'draft-plan',
  does: 'Has the request divided into steps with tools, and a way to verify them.',
  input: z.object({
    /** What binds it besides the request: refusals and failures of this run. */
    constraints: z.array(sentence).max(10),
  }),
  output: planOutline,
  idempotent: false,
  timeoutMs: minutes(15),
  capability: 'workspace',
  instant: false,
});

export const useReadTool = contract({
  name: 'use-read-tool',
  does: 'Reads a file or searches, as the plan says.',
  input: z.object(place),
  output: used,
  idempotent: true,
  timeoutMs: minutes(5),
  capability: 'workspace',
  instant: false,
});

export const useTool = contract({
  name: 'use-tool',
  does: 'Writes, deletes or runs what the plan says, after keeping what undoes it.',
  input: z.object(place),
  output: used,
  idempotent: false,
  timeoutMs: minutes(65),
  capability: 'workspace',
  instant: false,
});

export const verifyTask = contract({
  name: 'verify-task',
  does: 'Runs the commands that show whether the work is right.',
  input: z.object({ planId: id }),
  output: z.object({ ok: z.boolean(), ran: whole, failed: whole, summary: sentence, evidence }),
  idempotent: true,
  timeoutMs: minutes(65),
  capability: 'workspace',
  instant: false,
});

export const draftRepair = contract({
  name: 'draft-repair',
  does: 'Has a failure mended in the smallest way, rolled back, or planned anew.',
  input: z.object({ ...place, code, message: sentence, attempt: whole }),
  output: z.discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('fix'), reason: sentence, plan: planOutline }),
    z.object({ outcome: z.enum(['roll-back', 'replan', 'blocked']), reason: sentence }),
  ]),
  idempotent: false,
  timeoutMs: minutes(15),
  capability: 'workspace',
  instant: false,
});

export const undoWrites = contract({
  name: 'undo-writes',
  does: 'Puts files back to what they were before the writes of a step or of the whole run.',
  input: z.object({
    since: z.enum(['step', 'run']),
    /** The plan with those that it was mended from: their steps are the same. */
    planIds: z.array(id),
    step: whole,
  }),
  output: z.object({ ok: z.boolean(), files: whole, reason: sentence }),
  idempotent: true,
  timeoutMs: minutes(5),
  capability: 'workspace',
  instant: false,
});

export const summariseTask = contract({
  name: 'summarise-task',
  does: 'Says what was changed, why, how it was verified, what is risky and how to undo it.',
  input: z.object({
    outcome: z.enum(['completed', 'blocked', 'cancelled', 'aborted']),
    reason: z.string().max(700),
    code: code.nullable(),
    steps: z.array(z.object({ id: z.string().max(40), status: z.enum(stepStatuses) })).max(20),
  }),
  output: z.object({
    summary: sentence,
    commit: id.nullable(),
    files: whole,
    /** Why what was changed could not be kept. */
    trouble: sentence.nullable().default(null),
    evidence,
  }),
  idempotent: false,
  timeoutMs: minutes(15),
  capability: 'workspace',
  instant: false,
});
