import { z } from 'zod';
import { cli } from './agents/cli.ts';
import { http } from './agents/http.ts';
import { llm } from './agents/llm.ts';
import { patches } from './agents/patches.ts';
import { playbook } from './agents/playbook.ts';
import { search } from './agents/search.ts';

const agentSchema = z.discriminatedUnion('use', [patches, search, playbook, http, llm, cli]);
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
