import { z } from 'zod';
import { resultFormatSchema } from '#lib/results/types.ts';
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
      skipped: words
        .optional()
        .describe('Words that mean skipped.')
        .meta({ examples: [['SKIP']] }),
    })
    .optional()
    .describe('For `pattern`: what the words of the group `status` mean.'),
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
