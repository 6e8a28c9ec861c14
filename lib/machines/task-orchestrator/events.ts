import { z } from 'zod';
import { name } from '#lib/activities/shapes.ts';
import { planOutline } from '#lib/activities/task.ts';
import { executionModes } from '#lib/convergence/plateau.ts';
import type { Said } from '#lib/engine/definition.ts';
import { runMinutes } from '../run-minutes.ts';
import { taskLimits } from './input.ts';

const said = { by: name, reason: z.string().max(400).default('') };

/** What may be changed while a task goes on. */
export const taskChanges = z
  .strictObject({
    mode: z.enum(executionModes),
    timeout_minutes: runMinutes.nullable(),
    repairs_per_step: taskLimits.shape.repairs_per_step.unwrap(),
  })
  .partial();

/** What people say to a task, beside who and why. */
const fields = {
  answer: z.strictObject({ text: z.string().trim().min(1).max(4_000) }),
  /** `planId` is the hash of exactly what was shown: a yes is worth nothing for any other plan. */
  confirm: z.strictObject({
    answer: z.enum(['yes', 'no']),
    scope: z.enum(['step', 'kind']),
    planId: z.string().min(1).max(80),
  }),
  /** From a step of the plan on, counted from 0; without one all that the task has changed. */
  undo: z.strictObject({ planId: z.string().min(1).max(80), step: z.int().min(0).max(100).optional() }),
  cancel: z.strictObject({}),
};

export const taskSaid = {
  CLARIFICATION_ANSWER: { schema: fields.answer, refusal: 'waits for no answer' },
  CONFIRM: { schema: fields.confirm, refusal: 'waits for no such confirmation' },
  UNDO: { schema: fields.undo, refusal: 'can undo nothing of this plan' },
  CANCEL: { schema: fields.cancel, refusal: 'cannot be cancelled' },
} as const satisfies Record<string, Said>;

/** Events from outside with the shape of their fields. */
export const taskOrchestratorEvents = {
  USER_MESSAGE: z.object({}),
  CLARIFICATION_ANSWER: z.object({ ...said, ...fields.answer.shape }),
  CONFIRM: z.object({ ...said, ...fields.confirm.shape }),
  UNDO: z.object({ ...said, ...fields.undo.shape }),
  /** A person's edit of the plan that waits for a yes; it has been checked and stored. */
  PLAN_EDITED: z.object({ ...said, plan: planOutline, planId: z.string() }),
  /** The due time of a question or a confirmation; a timer of the machine sends it. */
  TIMEOUT: z.object({}),
  CANCEL: z.object(said),
  'control.abort': z.object({ by: name, reason: z.string() }),
  'control.timeout': z.object({}),
  'control.message': z.object({ by: name, text: z.string() }),
  'control.limits': z.object({ ...said, changes: taskChanges }),
} as const;

export type TaskEvents = {
  [Type in keyof typeof taskOrchestratorEvents]: z.output<(typeof taskOrchestratorEvents)[Type]> & {
    readonly at: number;
  };
};
