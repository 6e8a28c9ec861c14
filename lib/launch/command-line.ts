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
  set: ({ set = {} }) => Object.entries(set).flatMap(([path, value]) => given('--set', `${path}=${String(value)}`)),
  snapshot: ({ snapshot }) => (snapshot === true ? ['--snapshot'] : []),
} as const satisfies Record<keyof LaunchChoices, Option>;

/** What the command line needs beside the choices. */
interface Surroundings {
  /** The data folder where it is not the usual one. */
  readonly home?: string | undefined;
  /** Names of the files that the run gets as evidence. */
  readonly logs?: readonly string[];
}

/** The command that launches the same run from a terminal in the checkout. */
export function launchCommandLine(choices: LaunchChoices, { home, logs = [] }: Surroundings = {}): string {
  const where = home === undefined ? '' : `FIRMLOOP_HOME=${shellWords([home])} `;
  const words = Object.values(options).flatMap((option) => option(choices));
  return `${where}npx firmloop run ${shellWords([...words, ...logs.flatMap((log) => given('--log', log))])}`;
}
