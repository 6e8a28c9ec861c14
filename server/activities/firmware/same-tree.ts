import { z } from 'zod';
import type { ResultSetRow } from '#server/store/results.ts';
import type { ActivityContext } from '../context.ts';
import { filedCommits, filedRecord } from '../filed.ts';

const begun = z.object({ intent: z.string(), from_commit: z.string().nullable() });

/**
 * Those of the measurements, newest first, that were made of the tree of this iteration: its own attempts and, where it
 * only confirms, the newest of an earlier iteration with the same commit. Where they disagree, a test is flaky.
 */
export async function measurementsOfTree(
  context: ActivityContext,
  sets: readonly ResultSetRow[],
): Promise<readonly ResultSetRow[]> {
  const own = sets.filter(({ iteration }) => iteration === context.iteration);
  const row = begun.safeParse(await ownRecord(context)).data;
  if (row?.intent !== 'confirm') return own;
  const earlier = await newestOf(context, sets, row.from_commit);
  return earlier === null ? own : [...own, earlier];
}

/** The newest measurement, in sets that are sorted so, of the tree that this iteration starts from; null when there is none. */
export async function measurementOfStart(
  context: ActivityContext,
  sets: readonly ResultSetRow[],
): Promise<ResultSetRow | null> {
  const row = begun.safeParse(await ownRecord(context)).data;
  return row === undefined ? null : await newestOf(context, sets, row.from_commit);
}

/** The measurements of each tree, whatever iteration they were made in. */
export async function setsByTree(
  context: ActivityContext,
  sets: readonly ResultSetRow[],
): Promise<readonly (readonly ResultSetRow[])[]> {
  const commits = await filedCommits(context);
  return [...Map.groupBy(sets, ({ iteration }) => commits.get(iteration) ?? iteration).values()];
}

async function newestOf(
  context: ActivityContext,
  sets: readonly ResultSetRow[],
  commit: string | null,
): Promise<ResultSetRow | null> {
  const commits = await filedCommits(context);
  return sets.find(({ iteration }) => iteration < context.iteration && commits.get(iteration) === commit) ?? null;
}

async function ownRecord(context: ActivityContext) {
  return await filedRecord(context, 'iteration', String(context.iteration));
}
