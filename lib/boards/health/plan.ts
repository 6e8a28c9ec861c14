import { z } from 'zod';

/** How boards of a type are checked. */
export const checkPlan = z.strictObject({
  /** How often a board that nobody has is checked; null: only when somebody asks. */
  everyMinutes: z.number().int().min(1).max(525_600).nullable(),
  /** A board that is due is checked before somebody works with it. */
  beforeWork: z.boolean(),
  /** So many infrastructure failures in a row make a board suspect. */
  failuresUntilSuspect: z.number().int().min(1).max(1_000),
  /** An expression for a console line that a board prints when it is switched on, whatever it holds; null: no such line. */
  heartbeat: z.string().min(1).nullable(),
  /** An image that is known to work, and an expression for the line that it prints on a good board. */
  golden: z.object({ hash: z.string(), name: z.string(), expects: z.string().min(1) }).nullable(),
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
