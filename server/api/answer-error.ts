import type { ErrorCode } from '#lib/errors.ts';
import { asExpected } from './as-expected.ts';

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
  const expected = asExpected(error);
  if (expected === null) throw error;
  const { code, message, next } = expected;
  return new Response([message, next].filter(Boolean).join(' '), { status: statuses[code], headers });
}
