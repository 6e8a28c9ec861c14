import { didYouMean } from '../did-you-mean.ts';
import { agentName } from '../sections/agents.ts';
import { type Check, type Contradiction, wrong } from './check.ts';

/** Whatever is named elsewhere in the file exists, and no two agents share a name. */
export const checkNames: Check = (config) => {
  const environments = Object.keys(config.environments);
  const agents = config.agents.map(agentName);
  const strategies = config.strategies?.map(({ name }) => name) ?? agents;
  const chosen = config.environment;
  return [
    ...(chosen === undefined || environments.includes(chosen)
      ? []
      : [unknownName(['environment'], 'environment', chosen, environments)]),
    ...config.plateau.auto_fallback_strategies.flatMap((strategy, at) =>
      strategies.includes(strategy)
        ? []
        : [unknownName(['plateau', 'auto_fallback_strategies', at], 'agent', strategy, strategies)],
    ),
    ...(config.strategies ?? []).flatMap((strategy, at) =>
      strategy.agents.flatMap((name, nth) =>
        agents.includes(name) ? [] : [unknownName(['strategies', at, 'agents', nth], 'agent', name, agents)],
      ),
    ),
    ...agents.flatMap((name, at) =>
      agents.indexOf(name) === at
        ? []
        : [wrong(['agents', at], `two agents are named \`${name}\``, 'Give one of them a `name`.')],
    ),
  ];
};

function unknownName(
  path: readonly (string | number)[],
  kind: string,
  name: string,
  known: readonly string[],
): Contradiction {
  const near = didYouMean(name, known);
  return wrong(
    path,
    `there is no ${kind} named \`${name}\``,
    near === undefined ? `Known: ${known.join(', ')}.` : `Did you mean \`${near}\`?`,
  );
}
