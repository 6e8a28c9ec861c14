import { z } from 'zod';
import type { Json } from '#lib/engine/json.ts';

/** The part of an iteration's row that matters here; rows without a measured tree have no part in it. */
const measuredTree = z.object({
  iteration: z.number(),
  commit: z.string(),
  kept: z.boolean().optional(),
  goal: z.object({ passed: z.number(), failed: z.number(), errors: z.number() }),
});

/**
 * The commit of the last kept tree that passed more of the goal's tests than any before it, the base included: what was
 * changed since then was kept only because it did no harm that was measured. Null when nothing was changed since, and when
 * all of the goal's tests pass already, for then a change may have helped in what tests do not measure.
 */
export function lastGain(iterations: readonly Json[]): string | null {
  const trees = iterations
    .flatMap((row) => measuredTree.safeParse(row).data ?? [])
    .filter(({ kept }) => kept !== false)
    .toSorted((a, b) => a.iteration - b.iteration);
  const most = Math.max(...trees.map(({ goal }) => goal.passed));
  const gain = trees.find(({ goal }) => goal.passed === most);
  const last = trees.at(-1);
  if (gain === undefined || last === undefined || gain.commit === last.commit) return null;
  return last.goal.failed + last.goal.errors === 0 ? null : gain.commit;
}
