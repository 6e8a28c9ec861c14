import { z } from 'zod';
import { duration } from '../../scalars.ts';
import { keyVariable, label, price } from './shared.ts';

export const llm = z.strictObject({
  use: z.literal('llm').describe('Asks a language model behind an OpenAI-compatible or Anthropic address.'),
  name: label,
  api: z.enum(['openai', 'anthropic']).default('openai').describe('The protocol that the address speaks.'),
  base_url: z
    .url({ protocol: /^https?$/, error: 'must be an address such as http://localhost:11434/v1' })
    .describe('The address of the endpoint. Hosts that are not well known must be allowed by FIRMLOOP_AGENT_HOSTS.')
    .meta({ examples: ['http://localhost:11434/v1', 'https://api.anthropic.com/v1'] }),
  model: z.string().min(1, 'must not be empty').describe('The model, as the endpoint names it.'),
  api_key_env: keyVariable
    .optional()
    .describe('The name of the key that is sent: a variable of the runner, or set by `firmloop keys set`.'),
  structured: z
    .enum(['auto', 'json_schema', 'json_object', 'prompt'])
    .default('auto')
    .describe('How the form of an answer is demanded; `auto` finds out once what the endpoint can do.'),
  context_tokens: z.int().min(1_000).default(24_000).describe('Tokens that a question may have.'),
  output_tokens: z.int().min(100).default(8_000).describe('Tokens that an answer may have.'),
  temperature: z.number().min(0).max(2).optional().describe('Sent only when it is given: some models refuse it.'),
  timeout: duration.prefault('5m').describe('An answer that takes longer is given up.'),
  silence: duration.prefault('2m').describe('An endpoint that sends nothing for this long is given up.'),
  price,
});
