import { agentName } from '../sections/agents.ts';
import { type Check, wrong } from './check.ts';

/** A budget of money can only be kept where the cost is known; coding agents that tell their own cost need no prices. */
export const checkPrices: Check = ({ limits, agents }) => {
  if (limits.money == null) return [];
  return agents.flatMap((agent, at) => {
    const tellsItself = agent.use === 'cli' && (agent.preset === 'claude-code' || agent.preset === 'aider');
    const isFree = agent.use === 'patches' || agent.use === 'search' || agent.use === 'playbook';
    if (isFree || tellsItself || agent.price !== undefined) return [];
    return [
      wrong(
        ['agents', at],
        `\`limits.money\` cannot be kept: what \`${agentName(agent)}\` costs is unknown`,
        'Give the agent a `price`, or limit `tokens` instead.',
      ),
    ];
  });
};
