import { z } from 'zod';
import { command, duration, name, path, variables } from '../scalars.ts';

const label = name.optional().describe('The name of this strategy; by default the word after `use`.');

const patches = z.strictObject({
  use: z.literal('patches').describe('Takes prepared patches from a folder, in the order of their names.'),
  name: label,
  folder: path.describe('The folder with `.patch` or `.diff` files.').meta({ examples: ['patches'] }),
});

const search = z.strictObject({
  use: z
    .literal('search')
    .describe('Looks for small edits that make failing tests pass; needs no model and no network.'),
  name: label,
  max_candidates: z.int().min(1).max(100_000).default(400).describe('How many edits to try in one iteration.'),
  timeout: duration.prefault('10m').describe('How long to look in one iteration.'),
});

const cli = z.strictObject({
  use: z.literal('cli').describe("Starts a coding agent that works in the run's own copy of the repository."),
  name: label,
  command: command
    .describe('Starts the agent; the task arrives on its standard input.')
    .meta({ examples: [['my-agent', '--print']] }),
  env: variables.prefault({}).describe('Environment variables of the agent; it inherits no others.'),
  timeout: duration.prefault('20m').describe('An agent that takes longer is stopped.'),
  silence: duration.prefault('5m').describe('An agent that prints nothing for this long is stopped.'),
});

const llm = z.strictObject({
  use: z.literal('llm').describe('Asks a language model behind an OpenAI-compatible address for a patch.'),
  name: label,
  base_url: z
    .url('must be an address such as http://localhost:11434/v1')
    .describe('The address of the endpoint.')
    .meta({ examples: ['http://localhost:11434/v1'] }),
  model: z.string().min(1, 'must not be empty').describe('The model, as the endpoint names it.'),
  api_key_env: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of an environment variable, never the key itself')
    .optional()
    .describe('The environment variable of the runner that holds the key.'),
  timeout: duration.prefault('5m').describe('An answer that takes longer is given up.'),
});

const agentSchema = z.discriminatedUnion('use', [patches, search, cli, llm]);
export type AgentConfig = z.output<typeof agentSchema>;

/** Who proposes patches; the first is asked first, the others are what a run can switch to. */
export const agentsSection = z
  .array(agentSchema)
  .min(1, 'must name at least one agent')
  .max(5, 'must name at most five agents')
  .describe('Who proposes patches. The first one begins, the others are what the run can switch to.')
  .meta({ examples: [[{ use: 'search' }]] });

/** The name that an agent goes by in `plateau.auto_fallback_strategies`, on the command line and in the trace. */
export function agentName(agent: AgentConfig): string {
  return agent.name ?? agent.use;
}
