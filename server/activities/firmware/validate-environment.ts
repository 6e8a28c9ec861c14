import type { validateEnvironment as contract } from '#lib/activities/repository.ts';
import type { Perform } from '../perform.ts';
import { missingPrograms } from './programs.ts';
import { configOf, inputOf } from './run-facts.ts';

/** What can be tested in here today. */
const supported = new Set<string>(['host']);

export const validateEnvironment: Perform<typeof contract> = async (_input, context) => {
  const [config, input] = await Promise.all([configOf(context), inputOf(context)]);
  const environment = config.environments[input.environment];
  const missing = await missingPrograms(config.build.requires);
  const problems = environment === undefined ? [`the project file has no environment ${input.environment}`] : [];
  if (environment !== undefined && !supported.has(environment.type)) {
    problems.push(
      `environment ${input.environment} is of type ${environment.type}; this runner can test on: ${[...supported].join(', ')}`,
    );
  }
  return { ok: missing.length === 0 && problems.length === 0, missing, problems };
};
