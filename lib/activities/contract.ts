import type { z } from 'zod';

/**
 * Where an activity has to run: on the host that holds the run's worktree, where the test environment can be reached,
 * or anywhere.
 */
export type Capability = 'workspace' | 'environment' | 'any';

/** What an activity promises, without saying how. Trouble that is expected comes back in the output. */
export interface ActivityContract<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly name: string;
  /** One sentence that says what is done, beginning with a verb. */
  readonly does: string;
  /** Read from the machine's context; the run's id and input are known to the activity anyway. */
  readonly input: Input;
  /** Small: everything big is a row or an artifact behind an id. */
  readonly output: Output;
  /** The engine may run it again after it was cut off, with the same effect. */
  readonly idempotent: boolean;
  /** Longest run of one attempt, milliseconds; the machine's own state time-out usually comes first. */
  readonly timeoutMs: number;
  readonly capability: Capability;
  /** Often over at once and without a change that is not part of its end: where it is, it is written with the step that starts it. */
  readonly instant: boolean;
}

/** Declares a contract with the types of its schemas kept. */
export function contract<Input extends z.ZodType, Output extends z.ZodType>(
  declared: ActivityContract<Input, Output>,
): ActivityContract<Input, Output> {
  return declared;
}

export const seconds = (amount: number): number => amount * 1_000;
export const minutes = (amount: number): number => amount * 60_000;
