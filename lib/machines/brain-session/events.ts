import { z } from 'zod';
import { id, name } from '#lib/activities/shapes.ts';
import { executionModes } from '#lib/convergence/plateau.ts';
import type { Said } from '#lib/engine/definition.ts';
import { judgeSignals, judgeSubjects } from '#lib/sessions/judge.ts';
import { runMinutes } from '../run-minutes.ts';
import { sessionRetries } from './input.ts';

const said = { by: name, reason: z.string().max(400).default('') };

/** What may be changed while a session goes on. */
export const sessionChanges = z
  .strictObject({
    mode: z.enum(executionModes),
    timeout_minutes: runMinutes.nullable(),
    retries: z
      .strictObject(Object.fromEntries(Object.keys(sessionRetries.shape).map((of) => [of, z.int().min(0).max(20)])))
      .partial(),
  })
  .partial();

/** What people say to a session, beside who and why. */
const fields = {
  message: z.strictObject({ text: z.string().trim().min(1).max(4_000) }),
  /** `shown` is the hash of exactly what was shown; `text` is said in its place. */
  instruction: z.strictObject({
    answer: z.enum(['send', 'drop']),
    shown: id,
    text: z.string().trim().max(4_000).default(''),
  }),
  /** In the judge's place: the subject must be the one that waits. */
  verdict: z.strictObject({
    about: z.enum(judgeSubjects),
    signal: z.enum(judgeSignals),
    suggestion: z.string().trim().max(1_000).default(''),
  }),
};

export const sessionSaid = {
  USER_MESSAGE: { schema: fields.message, refusal: 'takes no message' },
  INSTRUCTION: { schema: fields.instruction, refusal: 'shows no such instruction' },
  VERDICT: { schema: fields.verdict, refusal: 'waits for no such verdict' },
} as const satisfies Record<string, Said>;

/** Events from outside with the shape of their fields. */
export const brainSessionEvents = {
  INIT_PROMPT: z.object({}),
  USER_MESSAGE: z.object({ ...said, ...fields.message.shape }),
  INSTRUCTION: z.object({ ...said, ...fields.instruction.shape }),
  VERDICT: z.object({ ...said, ...fields.verdict.shape }),
  /** The due time of a wait; a timer of the machine sends it. */
  TIMEOUT: z.object({}),
  'control.abort': z.object({ by: name, reason: z.string() }),
  'control.timeout': z.object({}),
  'control.message': z.object({ by: name, text: z.string() }),
  'control.limits': z.object({ ...said, changes: sessionChanges }),
} as const;

export type SessionEvents = {
  [Type in keyof typeof brainSessionEvents]: z.output<(typeof brainSessionEvents)[Type]> & { readonly at: number };
};
