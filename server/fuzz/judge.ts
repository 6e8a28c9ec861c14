import type { Call } from './calls.ts';

/** What came back. */
export interface Answered {
  readonly status: number;
  readonly body: string;
}

/** Words of a stack trace, of SQL and of Postgres's complaints: an answer explains, it does not leak. */
const leaks = /\n\s+at \S|node_modules|INSERT INTO|SELECT .* FROM|syntax error at|invalid input syntax|PrismaClient/;

/** What is wrong with an answer, in words; null when it is as it should be. `secrets` must not be told to who asks. */
export function faultOf(call: Call, { status, body }: Answered, secrets: readonly string[]): string | null {
  if (status >= 500) return `status ${status}`;
  const told = secrets.find((secret) => body.includes(secret) && !call.input?.includes(secret));
  if (told !== undefined) return `it tells of ${told}`;
  if (status < 400) return null;
  if (leaks.test(body)) return `status ${status} that shows its inside`;
  // Node itself answers a request line that is too long.
  if (status === 431) return null;
  return messageIn(body) ? null : `status ${status} without a reason`;
}

/** Whether there is a sentence for the caller; of a batch, in each of its parts. */
function messageIn(body: string): boolean {
  try {
    const answer: unknown = JSON.parse(body);
    const parts = Array.isArray(answer) ? answer : [answer];
    return parts.every(
      (part) => 'result' in part || (typeof part.error.message === 'string' && part.error.message !== ''),
    );
  } catch {
    return false;
  }
}
