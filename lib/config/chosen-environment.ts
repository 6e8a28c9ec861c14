import type { FirmwareLoopConfig } from './firmware-loop.ts';
import type { EnvironmentConfig } from './sections/environments.ts';

/** The environment that a run tests in: the one the launch or the file chose, else the first of the file. */
export function chosenEnvironment(config: FirmwareLoopConfig): { name: string; environment: EnvironmentConfig } {
  const environments = Object.entries(config.environments);
  const [name, environment] = environments.find(([each]) => each === config.environment) ?? environments[0] ?? [];
  if (name === undefined || environment === undefined) throw new Error('a checked configuration has an environment');
  return { name, environment };
}
