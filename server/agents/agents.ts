import type { AgentConfig } from '#lib/config/sections/agents.ts';
import type { Agent } from './agent.ts';
import { byTasks } from './by-tasks.ts';
import type { InstalledAgent } from './installed-agents.ts';
import { patchesAgent } from './patches.ts';
import { searchAgent } from './search/search.ts';

/** The agents by the word after `use`. */
const agents: {
  readonly [Use in AgentConfig['use']]: Use extends InstalledAgent ? Agent<Extract<AgentConfig, { use: Use }>> : null;
} = {
  patches: patchesAgent,
  search: searchAgent,
  playbook: byTasks({ evidence: false }),
  http: byTasks({ evidence: true }),
  llm: byTasks({ evidence: true }),
  cli: byTasks({ evidence: false }),
};

/** The agent that a project file's entry asks for, or null when this release does not have it. */
export function agentFor(config: AgentConfig): Agent | null {
  return agents[config.use] as Agent | null;
}
