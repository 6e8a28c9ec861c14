import { z } from 'zod';
import { name } from '#lib/activities/shapes.ts';
import { executionModes } from '#lib/convergence/plateau.ts';
import type { Said } from '#lib/engine/definition.ts';
import { prd } from '#lib/prd/prd.ts';
import { taskStatuses } from '#lib/prd/states.ts';
import { runMinutes } from '../run-minutes.ts';

const said = { by: name, reason: z.string().max(400).default('') };

/** What may be changed while a session goes on. */
export const prdChanges = z
  .strictObject({ mode: z.enum(executionModes), timeout_minutes: runMinutes.nullable() })
  .partial();

/** The hash of exactly what was shown: a word about it is worth nothing for any other document. */
const prdId = z.string().min(1).max(80);

/** What people say to a session, beside who and why. */
const fields = {
  confirm: z.strictObject({ prdId }),
  cancel: z.strictObject({}),
  /** In words for the agent, or the document as the person has edited it. */
  modify: z.union([
    z.strictObject({ prdId, change: z.string().trim().min(1).max(4_000) }),
    z.strictObject({ prdId, prd }),
  ]),
  /** How it is to be mended: in words for the agent, as a patch, or both. */
  intervene: z.union([
    z.strictObject({ text: z.string().trim().min(1).max(4_000), patch: z.string().min(1).max(200_000).optional() }),
    z.strictObject({ text: z.literal('').optional(), patch: z.string().min(1).max(200_000) }),
  ]),
  progress: z.strictObject({
    /** A task of the queue; without one the note is about the session. */
    task: z.string().trim().min(1).max(40).optional(),
    status: z.enum(taskStatuses).optional(),
    percent: z.number().min(0).max(100).optional(),
    note: z.string().trim().max(400).default(''),
  }),
};

export const prdSaid = {
  USER_CONFIRM: { schema: fields.confirm, refusal: 'waits for no confirmation of this document' },
  USER_CANCEL: { schema: fields.cancel, refusal: 'cannot be cancelled' },
  USER_MODIFY: { schema: fields.modify, refusal: 'takes no change of this document' },
  FORCE_STOP: { schema: fields.cancel, refusal: 'fixes nothing that could be stopped' },
  HUMAN_INTERVENTION: { schema: fields.intervene, refusal: 'waits for no fix' },
  SKIP: { schema: fields.cancel, refusal: 'has nothing to skip' },
  ROLLBACK: { schema: fields.cancel, refusal: 'cannot be rolled back' },
  UPDATE_PROGRESS: { schema: fields.progress, refusal: 'takes no report of progress' },
} as const satisfies Record<string, Said>;

/** Events from outside with the shape of their fields. */
export const prdAgentEvents = {
  USER_INPUT_REQUIREMENT: z.object({}),
  USER_CONFIRM: z.object({ ...said, prdId }),
  USER_CANCEL: z.object(said),
  USER_MODIFY: z.object({ ...said, prdId, change: z.string().optional(), prd: prd.optional() }),
  FORCE_STOP: z.object(said),
  HUMAN_INTERVENTION: z.object({ ...said, text: z.string().optional(), patch: z.string().optional() }),
  SKIP: z.object(said),
  ROLLBACK: z.object(said),
  UPDATE_PROGRESS: z.object({ ...said, ...fields.progress.shape }),
  /** The due time of a confirmation or a block; a timer of the machine sends it. */
  TIMEOUT: z.object({}),
  'control.abort': z.object({ by: name, reason: z.string() }),
  'control.timeout': z.object({}),
  'control.message': z.object({ by: name, text: z.string() }),
  'control.limits': z.object({ ...said, changes: prdChanges }),
} as const;

export type PrdEvents = {
  [Type in keyof typeof prdAgentEvents]: z.output<(typeof prdAgentEvents)[Type]> & { readonly at: number };
};
