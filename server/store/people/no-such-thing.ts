import { DomainError } from '#lib/errors.ts';

const foreignKeyViolation = '23503';

/** Says of a row that names a person or a project which is not there that it is not. */
export function noSuchThing(error: unknown): never {
  if (!(error instanceof Error && 'code' in error && error.code === foreignKeyViolation)) throw error;
  const isPerson = 'constraint' in error && String(error.constraint).includes('person');
  throw new DomainError('NOT_FOUND', `There is no such ${isPerson ? 'member' : 'project'}.`, { cause: error });
}
