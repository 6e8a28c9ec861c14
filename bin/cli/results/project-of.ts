import type { Pool } from 'pg';
import { DomainError } from '#lib/errors.ts';
import { projectNamed } from '#server/store/project-named.ts';

/** The project that a command asks about. Throws BAD_INPUT when there is none of this name. */
export async function projectOf(pool: Pool, name: string): Promise<{ id: string; name: string }> {
  const project = await projectNamed(pool, name);
  if (project !== null) return project;
  throw new DomainError('BAD_INPUT', `There is no project ${JSON.stringify(name)}.`, {
    next: 'Import results with --project NAME, or launch a run; names are on the page Projects.',
  });
}
