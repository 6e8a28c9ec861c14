import { z } from 'zod';

/** Long enough for an issue's text pasted in. */
const sentence = z.string().min(1, 'must not be empty').max(10_000, 'must not be longer than 10,000 characters');

const tests = z
  .union([z.literal('all'), z.array(z.string().min(1, 'must not be empty')).min(1, 'must name at least one pattern')], {
    error: 'must be `all` or a list of patterns over test names',
  })
  .prefault('all')
  .describe(
    'The tests that the pass rate is counted over: `all`, or patterns over test names. Regressions are always counted over all tests.',
  )
  .meta({ examples: ['all', ['uart_*', 'timer/**']] });

const written = z.strictObject({
  text: sentence.describe('The goal in a sentence, for people and agents.'),
  tests,
});

/** What the run shall reach; a plain sentence means the same with all tests. */
export const goalSection = z
  .union([sentence.transform((text) => ({ text, tests: 'all' as const })), written], {
    error: 'must be a sentence, or `text` and `tests`',
  })
  .prefault('All tests pass, nothing regresses')
  .describe('What the run shall reach: a sentence, or `text` with the `tests` that count.')
  .meta({ examples: ['All tests pass, nothing regresses'] });
