import type { Outputs } from '../../../_lib/trpc.ts';

type Import = Outputs['results']['page']['import'];

/** How many of an import's tests were executed. */
export function executedOf({ tests: { passed, failed, errors } }: Pick<Import, 'tests'>): number {
  return passed + failed + errors;
}

/** What is asked to know whether a build may go on; null for one in which nothing was executed. */
export function gateOf(about: Import): { projectId: string; subject: string } | null {
  return executedOf(about) === 0 ? null : { projectId: about.projectId, subject: `import:${about.number}` };
}
