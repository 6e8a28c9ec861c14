import { DomainError } from '#lib/errors.ts';

/** SQLSTATE of a text with the character NUL in it, which Postgres cannot hold. */
const characterNotInRepertoire = '22021';

/** The error as one that a person can do something about; null for one that nobody planned. */
export function asExpected(error: unknown): DomainError | null {
  if (error instanceof DomainError) return error;
  if (!(error instanceof Error && 'code' in error && error.code === characterNotInRepertoire)) return null;
  return new DomainError('BAD_INPUT', 'A text has the character NUL in it, which cannot be stored or looked for.', {
    cause: error,
  });
}
