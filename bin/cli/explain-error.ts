import { DomainError } from '#lib/errors.ts';

/** An error as one message for a person: what happened, to which thing, what to do next. A stack only where somebody asked for it. */
export function explainError(error: unknown, env: Readonly<Record<string, string | undefined>>): string {
  if (env.FIRMLOOP_DEBUG === '1' && error instanceof Error) return error.stack ?? error.message;
  if (error instanceof DomainError) return sentences(error.message, error.next);
  const message = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
  const known = error instanceof Error && 'code' in error ? knownTrouble[String(error.code)] : undefined;
  if (known !== undefined) return `${known} (${message})`;
  return `Something went wrong that nobody planned for: ${message}. Run the command again with FIRMLOOP_DEBUG=1 to see where.`;
}

/** What happened and what to do next, each with its full stop. */
function sentences(message: string, next: string | undefined): string {
  if (next === undefined) return message;
  return `${message}${/[.!?:]$/.test(message) ? '' : '.'} ${next}`;
}

/** Trouble of the database's and system's own, by its code. */
const knownTrouble: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The database does not answer: start the stack with `npm start`, or check DATABASE_URL.',
  ECONNRESET: 'The connection to the database was lost: run the command again.',
  '57P01': 'The database is being shut down: run the command again once it is back.',
  '57P03': 'The database is starting up: run the command again in a moment.',
  '28P01': 'The database refuses the password: check DATABASE_URL.',
};
