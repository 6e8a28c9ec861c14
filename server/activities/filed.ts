import type { Json } from '#lib/engine/json.ts';
import { mergedData, nothingUnwritten, type Unwritten } from '#server/engine/unwritten.ts';
import { artifactOf } from '#server/store/artifacts.ts';
import { keyedRecords } from '#server/store/finalise-rows.ts';
import { type FiledProposal, proposalsOf } from '#server/store/proposals.ts';
import { messagesTo } from '#server/store/records.ts';
import { type MeasuredTest, type ResultSetRow, resultSetsOf, testsOf } from '#server/store/results.ts';
import type { ActivityContext } from './context.ts';

/*
 * What a run has filed, as its activities see it: the rows, and what the steps that led to the activity have left and is
 * not written yet. What is in both counts once.
 */

type Reader = Pick<ActivityContext, 'host' | 'runId' | 'unwritten'>;

/** What is not written yet; nothing once it is, as newer rows count more. */
function pendingOf(left: Unwritten): Unwritten {
  return left.reads.hasEnded() ? nothingUnwritten : left;
}

/** The hash that the run knows under a kind and name, from its newest iteration up to `iteration`; null when there is none. */
export async function filedArtifact(
  { host, runId, unwritten: left }: Reader,
  { kind, name, iteration }: { readonly kind: string; readonly name: string; readonly iteration?: number },
): Promise<string | null> {
  const unwritten = pendingOf(left);
  const fresh = unwritten.artifacts.findLast(
    (one) => one.kind === kind && one.name === name && one.iteration <= (iteration ?? Number.POSITIVE_INFINITY),
  );
  if (fresh !== undefined) return fresh.hash;
  return await unwritten.reads.once(`artifact ${kind} ${iteration} ${name}`, () =>
    artifactOf(host.pool, { runId, kind, name, ...(iteration !== undefined && { iteration }) }),
  );
}

/** What was proposed in the run, in order. */
export async function filedProposals({ host, runId, unwritten: left }: Reader): Promise<FiledProposal[]> {
  const unwritten = pendingOf(left);
  const stored = await unwritten.reads.once('proposals', () => proposalsOf(host.pool, runId));
  const known = new Set(stored.map(({ iteration, name }) => `${iteration} ${name}`));
  const fresh = unwritten.artifacts.filter(
    ({ kind, iteration, name }) => kind === 'proposal' && !known.has(`${iteration} ${name}`),
  );
  return [...stored, ...fresh];
}

/** Measurements of the run, newest first; up to and with an iteration. */
export async function filedResults(
  { host, runId, unwritten: left }: Reader,
  upToIteration: number,
): Promise<ResultSetRow[]> {
  const unwritten = pendingOf(left);
  const stored = await unwritten.reads.once(`results ${upToIteration}`, () =>
    resultSetsOf(host.pool, runId, upToIteration),
  );
  const known = new Set(stored.map(({ id }) => id));
  const fresh = unwritten.resultSets.filter(({ id, iteration }) => iteration <= upToIteration && !known.has(id));
  return [...fresh.toReversed().map(({ at, ...set }) => ({ ...set, createdAt: new Date(at) })), ...stored].toSorted(
    (one, other) => other.iteration - one.iteration,
  );
}

/** The final status of each test of a measurement, as `testsOf` gives it. */
export async function filedTests({ host, unwritten: left }: Reader, resultSetId: string): Promise<MeasuredTest[]> {
  const unwritten = pendingOf(left);
  const fresh = unwritten.resultSets.find(({ id }) => id === resultSetId);
  if (fresh === undefined)
    return await unwritten.reads.once(`tests ${resultSetId}`, () => testsOf(host.pool, resultSetId));
  return fresh.results
    .flatMap(({ testId, outcome, status, message, file, line }) => {
      const test = outcome === null || testId === null ? undefined : fresh.tests.get(testId);
      if (test === undefined) return [];
      const { id, key, suite, name } = test;
      return [{ testId: id, key, suite, name, status, message, file, line }];
    })
    .toSorted((one, other) => (one.testId < other.testId ? -1 : 1));
}

/** What the run has filed under a kind and key; null when there is nothing. All of the kind are read, once for whoever asks. */
export async function filedRecord(reader: Reader, kind: string, key: string): Promise<Json> {
  return (await keyed(reader, kind)).get(key) ?? null;
}

/** The records of a kind, by key. */
export async function filedRecords(reader: Reader, kind: string): Promise<Json[]> {
  return [...(await keyed(reader, kind)).values()];
}

/** The commit of each iteration of the run that has one, by its number. */
export async function filedCommits(reader: Reader): Promise<ReadonlyMap<number, string>> {
  const commits = new Map<number, string>();
  for (const [key, data] of await keyed(reader, 'iteration')) {
    const { commit } = Object(data) as { commit?: unknown };
    if (typeof commit === 'string') commits.set(Number(key), commit);
  }
  return commits;
}

/** The records of a kind under their keys, in the order of those. */
async function keyed({ host, runId, unwritten: left }: Reader, kind: string): Promise<ReadonlyMap<string, Json>> {
  const unwritten = pendingOf(left);
  const stored = await unwritten.recordReads.once(`records ${kind}`, () => keyedRecords(host.pool, runId, kind));
  const byKey = new Map(stored.map(({ key, data }) => [key, data]));
  for (const { key, data } of unwritten.records.filter((one) => one.kind === kind))
    byKey.set(key, mergedData(byKey.get(key) ?? null, data));
  return new Map([...byKey].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** What people have told the run, oldest first. */
export async function filedMessages({ host, runId, unwritten }: Reader): Promise<string[]> {
  return await unwritten.reads.once('messages', () => messagesTo(host.pool, runId));
}
