/** What kind of trouble a person or program has run into; the API and the command line map it to a status and an exit code. */
export type ErrorCode = 'BAD_INPUT' | 'NOT_FOUND' | 'CONFLICT' | 'REFUSED' | 'FORBIDDEN' | 'UNAVAILABLE' | 'LIMIT';

/** An expected error that a person sees: what happened, to which thing, and what to do next. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  /** What the reader can do about it, one sentence. */
  readonly next: string | undefined;

  constructor(code: ErrorCode, message: string, options: { next?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'DomainError';
    this.code = code;
    this.next = options.next;
  }
}
