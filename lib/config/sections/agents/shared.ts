import { z } from 'zod';
import { name } from '../../scalars.ts';

export const label = name.optional().describe('The name of this agent; by default the word after `use`.');

/** The name of an environment variable with a key in it. What is named like a secret is kept out of logs and pages. */
export const keyVariable = z
  .string()
  .regex(
    /^(?:[A-Z][A-Z0-9_]*_API_KEY|FIRMLOOP_AGENT_[A-Z0-9_]*(?:KEY|TOKEN))$/,
    'must be the name of an environment variable such as OPENAI_API_KEY or FIRMLOOP_AGENT_KEY, never the key itself',
  );

const perMillion = z.number().min(0);

/** What tokens cost. Without it money is unknown, which is not nothing. */
export const price = z
  .strictObject({
    input: perMillion.describe('Per million tokens of input that were in no cache.'),
    output: perMillion.describe('Per million tokens of output, reasoning included.'),
    cache_read: perMillion.optional().describe('Per million tokens read from a cache; by default as `input`.'),
    cache_write: perMillion.optional().describe('Per million tokens written to a cache; by default as `input`.'),
  })
  .optional()
  .describe('Prices in the currency of `limits.money`; without them the cost is shown as unknown.')
  .meta({ examples: [{ input: 0.4, output: 1.6, cache_read: 0.1 }] });
export type Price = NonNullable<z.output<typeof price>>;
