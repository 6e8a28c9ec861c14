import type { FirmwareLoopConfig } from '#lib/config/firmware-loop.ts';
import { NOWHERE, type Problem } from '#lib/config/problem.ts';
import { agentName } from '#lib/config/sections/agents.ts';
import { environmentOf } from './loop-input.ts';

/** What this installation can do today. */
export interface Installed {
  /** Types of environment that can be tested in. */
  readonly environments: readonly string[];
  /** Kinds of agent, by the word after `use`. */
  readonly agents: readonly string[];
}

/** What can be known to fail before anything starts. Missing programs are not among it: they are the runner's to find. */
export function obstaclesIn(config: FirmwareLoopConfig, installed: Installed): Problem[] {
  return [...unsupportedEnvironment(config, installed), ...unsupportedAgents(config, installed)];
}

function unsupportedEnvironment(config: FirmwareLoopConfig, installed: Installed): Problem[] {
  const name = environmentOf(config);
  const type = config.environments[name]?.type;
  if (type === undefined || installed.environments.includes(type)) return [];
  const usable = Object.entries(config.environments).filter(([, other]) => installed.environments.includes(other.type));
  const suggestion =
    usable.length > 0
      ? `Choose ${usable.map(([other]) => `\`${other}\``).join(' or ')}.`
      : `Add an environment of the type ${installed.environments.map((kind) => `\`${kind}\``).join(' or ')}.`;
  return [
    {
      ...NOWHERE,
      path: `environments.${name}.type`,
      message: `this installation cannot test in environments of the type \`${type}\``,
      suggestion,
    },
  ];
}

function unsupportedAgents({ agents }: FirmwareLoopConfig, installed: Installed): Problem[] {
  return agents.flatMap((agent, at) =>
    installed.agents.includes(agent.use)
      ? []
      : [
          {
            ...NOWHERE,
            path: `agents[${at}].use`,
            message: `the agent \`${agentName(agent)}\` is of the kind \`${agent.use}\`, which this installation does not have`,
            suggestion: `Available: ${installed.agents.join(', ')}.`,
          },
        ],
  );
}
