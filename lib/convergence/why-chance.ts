import { nameSome } from '#lib/format/name-some.ts';

/** How it is known that a test flakes. */
const sources = {
  history: "in the project's history",
  run: 'by measurements of one tree in this run',
} as const;

/** A test whose result changes although the tree does not. */
export interface KnownFlake {
  readonly name: string;
  readonly source: keyof typeof sources;
}

/** The only measurement of an iteration, beside that of the tree that it started from. Numbers are of the goal's tests. */
export interface OnlyMeasurement {
  readonly passed: number;
  /** The signal by which somebody else than Firmloop cut it off; null for one that was not. */
  readonly killedBy: string | null;
  /** Null where the start tree was not measured. */
  readonly start: { readonly passed: number; readonly complete: boolean } | null;
  /** Those that pass in the start tree and fail now. */
  readonly flaky: readonly KnownFlake[];
}

/**
 * Why one measurement is not enough to hold against a tree: it was cut off from outside, which the start tree's was not, or
 * the tree loses to its start by tests that flake alone. One sentence that says so; null where the measurement counts.
 */
export function whyChance({ passed, killedBy, start, flaky }: OnlyMeasurement): string | null {
  const loses = start !== null && passed < start.passed;
  if (killedBy !== null && (loses || start?.complete !== false))
    return `measured again, as ${killedBy}, which Firmloop did not send, ended the tests before their end`;
  if (!loses || passed + flaky.length < start.passed) return null;
  const known = Map.groupBy(flaky, ({ source }) => source);
  const parts = [...known].map(([source, tests]) => `${nameSome(tests.map(({ name }) => name))} ${sources[source]}`);
  return `measured again, as it loses only by tests that are known to flake: ${parts.join('; ')}`;
}
