import { z } from 'zod';
import { recordOf } from '#server/store/records.ts';
import type { ResultSetRow } from '#server/store/results.ts';
import type { ActivityContext } from '../context.ts';

const begun = z.object({ intent: z.string(), from_commit: z.string().nullable() });
const measured = z.object({ commit: z.string() });

/**
 * Those of the measurements, newest first, that were made of the tree of this iteration: its own attempts and, where it
 * only confirms, the newest of an earlier iteration with the same commit. Where they disagree, a test is flaky.
 */
export async function measurementsOfTree(
  context: ActivityContext,
  sets: readonly ResultSetRow[],
): Promise<readonly ResultSetRow[]> {
  const own = sets.filter(({ iteration }) => iteration === context.iteration);
  const row = begun.safeParse(await recordAt(context, context.iteration)).data;
  if (row?.intent !== 'confirm') return own;
  for (const set of sets) {
    if (set.iteration >= context.iteration) continue;
    const { data } = measured.safeParse(await recordAt(context, set.iteration));
    if (data?.commit === row.from_commit) return [...own, set];
  }
  return own;
}

async function recordAt({ host, runId }: ActivityContext, iteration: number) {
  return await recordOf(host.pool, runId, 'iteration', String(iteration));
}
