import { z } from 'zod';

/** A patch that somebody writes by hand is no longer than this, characters. */
const longestPatch = 400_000;

/** What a person may do to a run that goes on by itself. */
export const deedSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['pause', 'resume', 'abort', 'run-again', 'accept']) }),
  z.strictObject({ kind: z.literal('roll-back'), iteration: z.int().min(0).max(100_000) }),
  z.strictObject({ kind: z.literal('switch-strategy'), strategy: z.string().min(1).max(80) }),
  z.strictObject({ kind: z.literal('patch'), diff: z.string().min(1).max(longestPatch) }),
]);

export type Deed = z.infer<typeof deedSchema>;
export type DeedKind = Deed['kind'];
