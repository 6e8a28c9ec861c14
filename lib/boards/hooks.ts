import { z } from 'zod';
import { duration } from '#lib/config/scalars.ts';
import { commandWords } from './connections/parts.ts';

/** A command on the runner before or after a lease. `{name}` and `{serial}` stand for those of the board. */
const hook = z.strictObject({
  command: commandWords,
  timeout: duration.prefault('60s'),
  /** `suspect`: the board's health is in doubt. `refuse`: the lease does not begin. `ignore`: only the log knows. */
  when_failed: z.enum(['suspect', 'refuse', 'ignore']).default('suspect'),
});
export type Hook = z.output<typeof hook>;

/** What is done to a board around each lease. A hook never keeps a board from being released. */
export const hooksSchema = z.strictObject({
  before: z.array(hook).max(10).default([]),
  after: z
    .array(hook)
    .max(10)
    .refine((hooks) => hooks.every(({ when_failed }) => when_failed !== 'refuse'), {
      error: 'must not refuse: when a lease is over there is nothing left to refuse',
    })
    .default([]),
});
export type Hooks = z.output<typeof hooksSchema>;
