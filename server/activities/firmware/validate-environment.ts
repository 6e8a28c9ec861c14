import type { validateEnvironment as contract } from '#lib/activities/repository.ts';
import type { FirmwareLoopConfig } from '#lib/config/firmware-loop.ts';
import { installedEnvironments, programsOf } from '#server/environments/environments.ts';
import type { Perform } from '../perform.ts';
import { missingPrograms } from './programs.ts';
import { configOf, inputOf } from './run-facts.ts';

export const validateEnvironment: Perform<typeof contract> = async (_input, context) => {
  const [config, { environment: name }] = await Promise.all([configOf(context), inputOf(context)]);
  const environment = config.environments[name];
  const programs = environment === undefined ? [] : programsOf(environment);
  const missing = missingPrograms([...config.build.requires, ...programs]);
  const problems = problemsOf(name, environment);
  return { ok: missing.length === 0 && problems.length === 0, missing: missing.slice(0, 10), problems };
};

function problemsOf(name: string, environment: FirmwareLoopConfig['environments'][string] | undefined): string[] {
  if (environment === undefined) return [`the project file has no environment ${name}`];
  if (installedEnvironments.includes(environment.type)) return [];
  const known = installedEnvironments.join(', ');
  return [`environment ${name} is of type ${environment.type}; this runner can test on: ${known}`];
}
