/** Expected trouble with a repository or a patch, as a value beside success: what happened to which thing, and what to do next. */
export interface Refusal<Code extends string> {
  readonly ok: false;
  readonly code: Code;
  /** One sentence that names the folder, commit, file or hunk. */
  readonly reason: string;
  /** One sentence: what the reader can do about it. */
  readonly next: string;
}

/** Builds a refusal; `next` is what the reader can do about it. */
export function refuse<Code extends string>(code: Code, reason: string, next: string): Refusal<Code> {
  return { ok: false, code, reason, next };
}
