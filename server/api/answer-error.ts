import { DomainError, type ErrorCode } from '#lib/errors.ts';

const statuses = {
  BAD_INPUT: 400,
  NOT_FOUND: 404,
  CONFLICT: 409,
  REFUSED: 412,
  FORBIDDEN: 403,
  UNAVAILABLE: 503,
  LIMIT: 413,
} as const satisfies Record<ErrorCode, number>;

/** Expected trouble as an answer outside of tRPC, in plain words; anything else is thrown again. */
export function answerError(error: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  if (!(error instanceof DomainError)) throw error;
  return new Response([error.message, error.next].filter(Boolean).join(' '), { status: statuses[error.code], headers });
}
