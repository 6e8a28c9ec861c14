import { DomainError } from '#lib/errors.ts';

const foreignKeyViolation = '23503';

/** What a constraint's name says that its key leads to; else it is a project. */
const words = { person: 'member', channel: 'channel' } as const;

/** Says of a row that names a person, a channel or a project which is not there that it is not. */
export function noSuchThing(error: unknown): never {
  if (!(error instanceof Error && 'code' in error && error.code === foreignKeyViolation)) throw error;
  const constraint = 'constraint' in error ? String(error.constraint) : '';
  const word = Object.entries(words).find(([name]) => constraint.includes(name))?.[1] ?? 'project';
  throw new DomainError('NOT_FOUND', `There is no such ${word}.`, { cause: error });
}
