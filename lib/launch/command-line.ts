import type { LaunchChoices } from './choices.ts';
import { shellWords } from './shell-words.ts';

type Option = (choices: LaunchChoices) => readonly string[];

const given = (flag: string, value: string | number | undefined): readonly string[] =>
  value === undefined ? [] : [flag, String(value)];

/** How each choice is said on the command line. */
const options = {
  folder: ({ folder }) => [folder],
  ref: ({ ref }) => given('--ref', ref),
  environment: ({ environment }) => given('--env', environment),
  agents: ({ agents = [] }) => agents.flatMap((agent) => given('--agent', agent)),
  mode: ({ mode }) => given('--mode', mode),
  preset: ({ preset }) => given('--preset', preset),
  goal: ({ goal }) => given('--goal', goal),
  maxIterations: ({ maxIterations }) => given('--max-iterations', maxIterations),
  timeoutMinutes: ({ timeoutMinutes }) => given('--timeout-minutes', timeoutMinutes),
  snapshot: ({ snapshot }) => (snapshot === true ? ['--snapshot'] : []),
} as const satisfies Record<keyof LaunchChoices, Option>;

/** The command that launches the same run from a terminal in the checkout; `home` is the data folder where it is not the usual one. */
export function launchCommandLine(choices: LaunchChoices, home?: string): string {
  const where = home === undefined ? '' : `FIRMLOOP_HOME=${shellWords([home])} `;
  return `${where}npx firmloop run ${shellWords(Object.values(options).flatMap((option) => option(choices)))}`;
}
