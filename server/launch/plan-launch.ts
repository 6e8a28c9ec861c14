import { DomainError } from '#lib/errors.ts';
import type { LaunchChoices } from '#lib/launch/choices.ts';
import { problemLines } from '#lib/launch/problem-lines.ts';
import { projectFile } from '#server/activities/firmware/read-project-file.ts';
import { judgeLaunch, type LaunchPlan, type PlanOptions } from './judge-launch.ts';

/** The plan of a launch that can be made. Throws BAD_INPUT that lists every problem, a line each. */
export async function planLaunch(choices: LaunchChoices, options: PlanOptions = {}): Promise<LaunchPlan> {
  const judged = await judgeLaunch(choices, options);
  if (judged.ok) return judged;
  const lines = problemLines(judged.problems, projectFile).map((line) => `  ${line}`);
  throw new DomainError('BAD_INPUT', [`${choices.folder} cannot be launched:`, ...lines].join('\n'));
}
