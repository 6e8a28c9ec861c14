import type { TokenUsage } from '../spent.ts';

/** What is known of a coding agent's work from its output so far. */
export interface CodingReport {
  /** Its last words. */
  readonly text: string;
  /** Null until it says that it is done; then whether well, or why not. */
  readonly done: 'well' | { readonly because: string } | null;
  readonly tokens: TokenUsage | null;
  /** As the agent itself computes it; null when it tells none. */
  readonly money: number | null;
  readonly model: string | null;
}

export const nothingYet: CodingReport = { text: '', done: null, tokens: null, money: null, model: null };

/** A report after one more message, and what a person may want to read of it. */
export interface Heard {
  readonly report: CodingReport;
  readonly say: string | null;
}

/** Reads one message of an agent's output; one that is not known changes nothing. */
export type ReadMessage = (report: CodingReport, message: unknown) => Heard;

export function unchanged(report: CodingReport): Heard {
  return { report, say: null };
}

/** Tokens added to those of the steps before. */
export function plus(before: TokenUsage | null, more: TokenUsage): TokenUsage {
  if (before === null) return more;
  return {
    uncachedInput: before.uncachedInput + more.uncachedInput,
    cacheRead: before.cacheRead + more.cacheRead,
    cacheWrite: before.cacheWrite + more.cacheWrite,
    output: before.output + more.output,
    reasoning: before.reasoning + more.reasoning,
  };
}
