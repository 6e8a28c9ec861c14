import type { AgentConfig } from '#lib/config/sections/agents.ts';
import { cliAgent } from './cli/cli.ts';
import { httpAgent } from './http.ts';
import { llmAgent } from './llm/llm.ts';
import { playbookAgent } from './playbook.ts';
import type { TaskAgent } from './task-agent.ts';

/** Agents that take any task, by the word after `use`; null for one that only the firmware loop can ask. */
const taskAgents: {
  readonly [Use in AgentConfig['use']]: TaskAgent<Extract<AgentConfig, { use: Use }>> | null;
} = {
  patches: null,
  search: null,
  playbook: playbookAgent,
  http: httpAgent,
  llm: llmAgent,
  cli: cliAgent,
};

/** The agent that a project file's entry asks for, or null when it takes no tasks. */
export function taskAgentFor(config: AgentConfig): TaskAgent | null {
  return taskAgents[config.use] as TaskAgent | null;
}
