import { failureSignature } from '#lib/results/signature.ts';

/** A failing test as it is remembered. */
export interface RememberedTest {
  readonly name: string;
  readonly message: string | null;
}

/** A failure as later runs look for it. */
export interface FailureTrace {
  /** A line for each failing test: its name, and its message without what differs between two occurrences. */
  readonly text: string;
  /** The messages alone, each once: equal for equal failures, whatever the tests are called. */
  readonly signatures: readonly string[];
}

const mostTests = 20;
const longestText = 8_000;

export function failureTrace(tests: readonly RememberedTest[]): FailureTrace {
  const told = tests
    .slice(0, mostTests)
    .map(({ name, message }) => ({ name, signature: failureSignature(message ?? '') }));
  return {
    text: told
      .map(({ name, signature }) => (signature === '' ? name : `${name}: ${signature}`))
      .join('\n')
      .slice(0, longestText)
      .toWellFormed(),
    signatures: [...new Set(told.map(({ signature }) => signature).filter((signature) => signature !== ''))],
  };
}
