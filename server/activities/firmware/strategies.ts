import type { FirmwareLoopConfig } from '#lib/config/firmware-loop.ts';
import { type AgentConfig, agentName } from '#lib/config/sections/agents.ts';
import type { FirmwareLoopInput } from '#lib/machines/firmware-loop/input.ts';
import type { Agent } from '#server/agents/agent.ts';
import { agentFor } from '#server/agents/agents.ts';
import { ActivityFailure } from '../context.ts';

/** The agent whose turn it is: the strategy's n-th, as the project file configures it. */
export function agentOf(
  config: FirmwareLoopConfig,
  input: FirmwareLoopInput,
  turn: { strategy: string; agent: number },
): { agent: Agent; agentConfig: AgentConfig } {
  const name = input.strategies.find((one) => one.name === turn.strategy)?.agents[turn.agent];
  const agentConfig = config.agents.find((one) => agentName(one) === name);
  const agent = agentConfig === undefined ? null : agentFor(agentConfig);
  if (agent === null || agentConfig === undefined) {
    throw new ActivityFailure(
      'MODEL_FAILURE',
      `strategy ${turn.strategy} asks for the agent ${name ?? turn.agent}, which is not there`,
      { final: true },
    );
  }
  return { agent, agentConfig };
}
