import { type AgentConfig, agentName } from '../sections/agents.ts';
import { type Check, type Contradiction, wrong } from './check.ts';

/** A budget of tokens or money can only be kept where what counts against it is known. */
export const checkPrices: Check = ({ limits, agents, judge }) => {
  const asked: readonly Asked[] = [
    ...agents.map((agent, at) => ({ agent, path: ['agents', at] })),
    ...(judge === undefined ? [] : [{ agent: judge, path: ['judge'] }]),
  ];
  return asked.flatMap((one) => [
    ...(limits.tokens == null ? [] : silent(one, 'tokens')),
    ...(limits.money == null ? [] : [...silent(one, 'money'), ...unpriced(one)]),
  ]);
};

interface Asked {
  readonly agent: AgentConfig;
  readonly path: readonly (string | number)[];
}

/** Of a program without a preset nothing is read but its words. */
function isSilent(agent: AgentConfig): boolean {
  return agent.use === 'cli' && agent.preset === undefined;
}

function silent({ agent, path }: Asked, budget: 'tokens' | 'money'): Contradiction[] {
  if (!isSilent(agent)) return [];
  return [
    wrong(
      path,
      `\`limits.${budget}\` cannot be kept: \`${agentName(agent)}\` has no preset, so what it uses is unknown`,
      'Give it the `preset` that reads its output, or limit `max_iterations` or `timeout_minutes` instead.',
    ),
  ];
}

/** Coding agents that tell their own cost need no prices. */
function unpriced({ agent, path }: Asked): Contradiction[] {
  const tellsItself = agent.use === 'cli' && (agent.preset === 'claude-code' || agent.preset === 'aider');
  const isFree = agent.use === 'patches' || agent.use === 'search' || agent.use === 'playbook';
  if (isFree || tellsItself || isSilent(agent) || agent.price !== undefined) return [];
  return [
    wrong(
      path,
      `\`limits.money\` cannot be kept: what \`${agentName(agent)}\` costs is unknown`,
      'Give the agent a `price`, or limit `tokens` instead.',
    ),
  ];
}
