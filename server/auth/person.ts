import type { Holder } from '#lib/access/reach.ts';

/** Who asks: a person in a browser, or a program with a token of theirs. */
export interface Person extends Holder {
  readonly id: string;
  /** How the trace and the audit log call them. */
  readonly actor: string;
}
