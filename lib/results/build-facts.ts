import { z } from 'zod';
import { wellFormed } from '#lib/format/well-formed.ts';

const fact = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .transform(wellFormed)
  .nullish()
  .transform((text) => text ?? null);

/** What is known of an ordinary build whose results come in: each may be missing. */
export const buildFactsSchema = z.strictObject({
  branch: fact,
  commit: fact,
  build: fact,
  environment: fact,
  board: fact,
  /** The name of a release, such as v1.2: later builds are measured against the last one. */
  release: fact,
  /** When it was measured; by default when it comes in. */
  measuredAt: z.coerce
    .date()
    .nullish()
    .transform((date) => date ?? null),
});
export type BuildFacts = z.output<typeof buildFactsSchema>;

/**
 * What tells one build in one environment from another. Empty when nothing is known: then equal bytes are equal results,
 * whenever they come.
 */
export function buildIdentity({ branch, commit, build, environment, board }: BuildFacts): string {
  const known = [branch, commit, build, environment, board];
  return known.every((one) => one === null) ? '' : JSON.stringify(known);
}

/** Whether files that come later may belong to the same build: something names it. */
export function isNamedBuild({ commit, build }: BuildFacts): boolean {
  return commit !== null || build !== null;
}
