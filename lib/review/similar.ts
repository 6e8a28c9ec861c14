/** How a failing test shows itself in a run: its identity, and its message without what differs between two occurrences. */
export interface Failure {
  readonly testId: string;
  readonly signature: string | null;
}

export interface Likeness {
  /** Share of the failing tests of both runs that fail in both, 0 to 1. */
  readonly tests: number;
  /** Share of the tests failing in both that fail with the same message, 0 to 1. */
  readonly messages: number;
  /** 0 to 1; tests count twice as much as messages. */
  readonly score: number;
}

/** Less alike than this and the story of one run says nothing about the other. */
export const leastLikeness = 0.25;

/** How alike two runs are stuck; two runs without failing tests have nothing in common. */
export function likeness(here: readonly Failure[], there: readonly Failure[]): Likeness {
  const other = new Map(there.map(({ testId, signature }) => [testId, signature]));
  const both = here.filter(({ testId }) => other.has(testId));
  const all = new Set([...here, ...there].map(({ testId }) => testId)).size;
  if (both.length === 0) return { tests: 0, messages: 0, score: 0 };
  const same = both.filter(({ testId, signature }) => other.get(testId) === signature);
  const tests = both.length / all;
  const messages = same.length / both.length;
  return { tests, messages, score: (2 * tests + messages * tests) / 3 };
}
