import { z } from 'zod';
import { DomainError } from '#lib/errors.ts';
import { wellFormed } from '#lib/format/well-formed.ts';
import { compilePattern } from '#lib/results/pattern/compile.ts';

/** An expression for a console line. One that holds for an empty line would call every board good. */
const lineExpression = z
  .string()
  .min(1, 'must not be empty')
  .max(500)
  .superRefine((written, context) => {
    const fault = faultOf(written);
    if (fault !== null) context.addIssue({ code: 'custom', message: fault });
  });

/** How boards of a type are checked. */
export const checkPlan = z.strictObject({
  /** How often a board that nobody has is checked; null: only when somebody asks. */
  everyMinutes: z.number().int().min(1).max(525_600).nullable(),
  /** A board that is due is checked before somebody works with it. */
  beforeWork: z.boolean(),
  /** So many infrastructure failures in a row make a board suspect. */
  failuresUntilSuspect: z.number().int().min(1).max(1_000),
  /** For a console line that a board prints when it is switched on, whatever it holds; null: no such line. */
  heartbeat: lineExpression.nullable(),
  /** An image that is known to work, and an expression for the line that it prints on a good board. */
  golden: z
    .strictObject({
      hash: z.string().regex(/^[0-9a-f]{64}$/, 'must be the hash of a stored image'),
      name: z.string().trim().min(1).max(400).transform(wellFormed),
      expects: lineExpression,
    })
    .nullable(),
  /** For the heartbeat and for the golden image, each. */
  withinSeconds: z.number().int().min(1).max(3_600),
});
export type CheckPlan = z.output<typeof checkPlan>;

/** For a type that nobody has said anything about. */
export const defaultPlan: CheckPlan = {
  everyMinutes: null,
  beforeWork: false,
  failuresUntilSuspect: 3,
  heartbeat: null,
  golden: null,
  withinSeconds: 30,
};

function faultOf(written: string): string | null {
  try {
    return compilePattern(written, []).test('') ? 'holds for an empty line: any board would pass' : null;
  } catch (error) {
    if (error instanceof DomainError) return error.message;
    throw error;
  }
}
