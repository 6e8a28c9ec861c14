import { z } from 'zod';
import type { PatternSettings } from '#lib/results/pattern/options.ts';
import { resultFormatSchema, testStatusSchema } from '#lib/results/types.ts';
import { glob, path } from '../scalars.ts';

const words = z.array(z.string().min(1, 'must not be empty')).min(1, 'must hold at least one word');

/** How test results are read; which fields a format needs is checked in `checks/results.ts`. */
export const resultsSchema = z.strictObject({
  format: resultFormatSchema.describe('What the tests write.'),
  from: z
    .enum(['output', 'file'])
    .default('output')
    .describe('Where it is found: in what the test command prints, or in files that it writes.'),
  files: z
    .array(glob)
    .prefault([])
    .describe('The files to read when `from` is `file`.')
    .meta({ examples: [['build/junit/*.xml']] }),
  pattern: z
    .string()
    .optional()
    .describe(
      'For `pattern`: a regular expression with the named groups `name` and `status`, and `message` if there is one.',
    )
    .meta({ examples: ['^(?<status>PASS|FAIL): (?<name>\\S+)'] }),
  words: z
    .strictObject({
      passed: words
        .optional()
        .describe('Words that mean passed.')
        .meta({ examples: [['PASS', 'ok']] }),
      failed: words
        .optional()
        .describe('Words that mean failed.')
        .meta({ examples: [['FAIL']] }),
      error: words
        .optional()
        .describe('Words that mean an unexpected error.')
        .meta({ examples: [['CRASH']] }),
      skipped: words
        .optional()
        .describe('Words that mean skipped.')
        .meta({ examples: [['SKIP']] }),
      not_run: words
        .optional()
        .describe('Words that mean chosen away.')
        .meta({ examples: [['FILTERED']] }),
      infra: words
        .optional()
        .describe('Words that mean trouble of the bench, not of the firmware.')
        .meta({ examples: [['NO BOARD']] }),
      started: words
        .optional()
        .describe('Words that announce a test; one that is announced and never ends hung, or the program died in it.')
        .meta({ examples: [['running']] }),
    })
    .optional()
    .describe('For `pattern`: what the words of the group `status` mean.'),
  status_without_word: testStatusSchema
    .optional()
    .describe('For `pattern`: the status of a line without the group `status`.'),
  summary: z
    .string()
    .optional()
    .describe(
      'For `pattern`: a line that ends the output, with any of the groups `total`, `passed`, `failed`; without it the output counts as incomplete.',
    )
    .meta({ examples: ['^(?<total>\\d+) tests, (?<failed>\\d+) failed'] }),
  repeats: z
    .enum(['attempts', 'distinct'])
    .default('distinct')
    .describe('For `pattern`: whether a name that comes again is another attempt or another test.'),
  pairs: z
    .array(
      z.strictObject({
        name: z
          .string()
          .min(1, 'must not be empty')
          .optional()
          .describe('The name of the test; by default the path of `expected`.'),
        actual: path.describe('The file that the test command writes.'),
        expected: path.describe('The file in the repository that it must equal.'),
      }),
    )
    .prefault([])
    .describe('For `golden`: files that must be equal.')
    .meta({ examples: [[{ actual: 'build/out.txt', expected: 'tests/expected/out.txt' }]] }),
});

export const resultsSection = resultsSchema
  .prefault({ format: 'exit-code' })
  .describe('How test results are read from the output or files of the tests.')
  .meta({ examples: [{ format: 'unity' }] });

export type ResultsConfig = z.output<typeof resultsSchema>;

/** The settings of the pattern parser; null for any other format. */
export function patternSettings(results: ResultsConfig): PatternSettings | null {
  const { format, pattern, words: meanings, summary, repeats, status_without_word: statusWithoutWord } = results;
  if (format !== 'pattern' || pattern === undefined) return null;
  return {
    pattern,
    repeats,
    ...(summary !== undefined && { summary }),
    ...(statusWithoutWord !== undefined && { statusWithoutWord }),
    ...(meanings !== undefined && { words: meanings }),
  };
}
