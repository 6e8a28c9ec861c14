import type { Problem } from '#lib/config/problem.ts';
import { DomainError } from '#lib/errors.ts';
import { problemLines } from '#lib/launch/problem-lines.ts';
import { projectFile } from '#server/activities/firmware/read-project-file.ts';

/** The error of a launch that cannot be made: every problem, a line each. */
export function cannotLaunch(folder: string, problems: readonly Problem[]): DomainError {
  const lines = problemLines(problems, projectFile).map((line) => `  ${line}`);
  return new DomainError('BAD_INPUT', [`${folder} cannot be launched:`, ...lines].join('\n'));
}
