import { z } from 'zod';
import { duration } from '../../scalars.ts';
import { keyVariable, label, price } from './shared.ts';

export const http = z.strictObject({
  use: z.literal('http').describe("Asks a team's own agent at an address; docs/agents.md says what it is sent."),
  name: label,
  url: z
    .url({ protocol: /^https?$/, error: 'must be an address such as http://localhost:8080/agent' })
    .describe('Where tasks are posted. Hosts other than this machine must be allowed by FIRMLOOP_AGENT_HOSTS.')
    .meta({ examples: ['http://localhost:8080/agent'] }),
  api_key_env: keyVariable
    .optional()
    .describe('The name of the key that is sent: a variable of the runner, or set by `firmloop keys set`.'),
  timeout: duration.prefault('10m').describe('An answer that takes longer is given up.'),
  silence: duration.prefault('2m').describe('An agent that sends nothing for this long is given up.'),
  price,
});
