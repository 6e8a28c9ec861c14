import { z } from 'zod';
import { duration } from '../scalars.ts';
import { cli } from './agents/cli.ts';
import { http } from './agents/http.ts';
import { llm } from './agents/llm.ts';
import { playbook } from './agents/playbook.ts';
import { keyVariable, label } from './agents/shared.ts';

/** An HTTP service that speaks the protocol of staged workflows. */
const service = z.strictObject({
  use: z.literal('service').describe('Posts the observation to an address; docs/workflows.md has the protocol.'),
  name: label,
  url: z
    .url({ protocol: /^https?$/, error: 'must be an address such as http://localhost:8080/planning' })
    .describe('Where the observation is posted. Hosts other than this machine must be allowed by FIRMLOOP_AGENT_HOSTS.')
    .meta({ examples: ['http://localhost:8080/planning'] }),
  api_key_env: keyVariable.optional().describe('The environment variable of the runner with the key that is sent.'),
  timeout: duration.prefault('2m').describe('An answer that takes longer is given up.'),
  silence: duration.prefault('1m').describe('A service that sends nothing for this long is given up.'),
  tries: z
    .int()
    .min(1)
    .max(10)
    .default(3)
    .describe('How often it is asked when it does not answer, after 1, 2, 4 s… each time twice as long.'),
});
export type ServiceConfig = z.output<typeof service>;

/** Who plans or generates: a service of the protocol, or an agent behind the same interface. */
export const serviceSchema = z.discriminatedUnion('use', [service, playbook, http, llm, cli]);
export type WorkflowService = z.output<typeof serviceSchema>;
