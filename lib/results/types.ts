import { z } from 'zod';

/** Every format of test output that can be read, in the order in which a person is offered them. */
export const resultFormats = [
  'junit',
  'tap',
  'unity',
  'ztest',
  'twister',
  'gtest',
  'ctest',
  'catch',
  'cpputest',
  'check',
  'cunit',
  'robot',
  'nunit',
  'trx',
  'bmc',
  'hardware-map',
  'pattern',
  'golden',
  'exit-code',
] as const;

export const resultFormatSchema = z.enum(resultFormats);
export type ResultFormat = z.infer<typeof resultFormatSchema>;

/** `not_run` was chosen away (filtered, built only); `infra` is trouble of the bench and never counts against the firmware. */
export const testStatusSchema = z.enum(['passed', 'failed', 'error', 'skipped', 'not_run', 'infra']);
export type TestStatus = z.infer<typeof testStatusSchema>;

export const attemptSchema = z.object({
  status: testStatusSchema,
  message: z.string().optional(),
  durationMs: z.number().optional(),
});
/** One execution of a test. A test that was retried has several, the first one first. */
export type Attempt = z.infer<typeof attemptSchema>;

/**
 * `named` by the output; `counted`: the output counted this passing test and never named it, so its name is a number;
 * `run`: about the run as a whole (a crash, an early end), added by the verdict.
 */
export const originSchema = z.enum(['named', 'counted', 'run']);

export const testCaseSchema = z.object({
  /** Identity across runs, by the rule in `identity.ts`. Unique within one result. */
  key: z.string(),
  suite: z.string(),
  /** The name for people: trimmed, and cut if it is very long. */
  name: z.string(),
  /** The name as the file had it; only characters that cannot be stored are replaced. */
  rawName: z.string(),
  status: testStatusSchema,
  /** Why it failed, as the test said it. */
  message: z.string().optional(),
  /** Why it was skipped or not run. */
  reason: z.string().optional(),
  durationMs: z.number().optional(),
  file: z.string().optional(),
  line: z.number().optional(),
  attempts: z.array(attemptSchema),
  /** Passed, but not at every attempt. */
  flaky: z.boolean(),
  origin: originSchema,
});
export type TestCase = z.infer<typeof testCaseSchema>;

export const countsSchema = z.object({
  /** `passed + failed + errors`: what was executed and judged. */
  total: z.number(),
  passed: z.number(),
  failed: z.number(),
  errors: z.number(),
  skipped: z.number(),
  notRun: z.number(),
  infra: z.number(),
  /** Of the passed ones, those that passed only on a retry. */
  flaky: z.number(),
});
export type Counts = z.infer<typeof countsSchema>;

export const warningSchema = z.object({ line: z.number().nullable(), text: z.string() });
export type ResultWarning = z.infer<typeof warningSchema>;

export const faultSchema = z.object({ kind: z.string(), text: z.string(), line: z.number() });
/** The first text in the output that tells of a crash. */
export type Fault = z.infer<typeof faultSchema>;

export const parsedResultsSchema = z.object({
  format: resultFormatSchema,
  cases: z.array(testCaseSchema),
  counts: countsSchema,
  warnings: z.array(warningSchema),
  /** The plan, summary or end mark is there and agrees with what was read. */
  complete: z.boolean(),
  incompleteBecause: z.string().optional(),
  fault: faultSchema.optional(),
  /** Unreadable characters and terminal control that were replaced or taken out. */
  cleanedCharacters: z.number(),
});
/** What every format becomes. */
export type ParsedResults = z.infer<typeof parsedResultsSchema>;

/** Text goes in as it arrives, cut anywhere; the result does not depend on the cuts. `end` may be called once. */
export interface ResultParser {
  push(chunk: string): void;
  end(): ParsedResults;
}
