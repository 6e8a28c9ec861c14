import { z } from 'zod';

/** The words of a program's own format for each status; compared in any case. */
const wordsSchema = z.array(z.string().min(1));

/** `results:` of a project file when the tests print a format of their own. */
export const patternSettingsSchema = z.object({
  /** A regular expression with the groups `name` and `status`, optionally `suite`, `message`, `duration` (seconds), `file`, `line`. */
  pattern: z.string().min(1),
  /** A line that ends the output, with any of the groups `total`, `passed`, `failed`: the output is incomplete without it. */
  summary: z.string().min(1).optional(),
  /** `attempts`: a repeated name is a retry. `distinct`: it is another test. */
  repeats: z.enum(['attempts', 'distinct']).default('distinct'),
  /** The status of a line that matches the pattern without its group `status`. */
  statusWithoutWord: z.enum(['passed', 'failed', 'error', 'skipped', 'not_run', 'infra']).optional(),
  words: z
    .object({
      passed: wordsSchema,
      failed: wordsSchema,
      error: wordsSchema,
      skipped: wordsSchema,
      not_run: wordsSchema,
      infra: wordsSchema,
      /** Words that announce a test: one that is announced and never ends hung, or died. */
      started: wordsSchema,
    })
    .partial()
    .optional(),
});

export type PatternSettings = z.input<typeof patternSettingsSchema>;
