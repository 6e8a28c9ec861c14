import { type AgentConfig, agentName } from '../sections/agents.ts';
import { type Check, type Contradiction, wrong } from './check.ts';

/** A budget of money can only be kept where the cost is known; coding agents that tell their own cost need no prices. */
export const checkPrices: Check = ({ limits, agents, judge }) => {
  if (limits.money == null) return [];
  const ofAgents = agents.flatMap((agent, at) => unpriced(agent, ['agents', at]));
  return judge === undefined ? ofAgents : [...ofAgents, ...unpriced(judge, ['judge'])];
};

function unpriced(agent: AgentConfig, path: readonly (string | number)[]): Contradiction[] {
  const tellsItself = agent.use === 'cli' && (agent.preset === 'claude-code' || agent.preset === 'aider');
  const isFree = agent.use === 'patches' || agent.use === 'search' || agent.use === 'playbook';
  if (isFree || tellsItself || agent.price !== undefined) return [];
  return [
    wrong(
      path,
      `\`limits.money\` cannot be kept: what \`${agentName(agent)}\` costs is unknown`,
      'Give the agent a `price`, or limit `tokens` instead.',
    ),
  ];
}
