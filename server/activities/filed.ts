import { hash } from 'node:crypto';
import type { Json } from '#lib/engine/json.ts';
import type { IdentityRule } from '#lib/results/identity.ts';
import { mergedData, nothingUnwritten, type Unwritten } from '#server/engine/unwritten.ts';
import { artifactOf } from '#server/store/artifacts.ts';
import { environmentResets } from '#server/store/environment-resets.ts';
import { keyedRecords } from '#server/store/finalise-rows.ts';
import { identityRulesOf } from '#server/store/identity-rules.ts';
import type { PlacedResultSet } from '#server/store/placed-results.ts';
import { type FiledProposal, proposalsOf } from '#server/store/proposals.ts';
import { type MeasuredTest, type ResultSetRow, resultSetsOf, testsOf } from '#server/store/results.ts';
import { ownTestIds, type TestId } from '#server/store/test-ids.ts';
import type { ActivityContext } from './context.ts';

/*
 * What a run has filed, as its activities see it: the rows as they were read, and what the run has left since. What is in both
 * counts once.
 */

type Reader = Pick<ActivityContext, 'host' | 'projectId' | 'runId' | 'unwritten'>;

/** Tests of a measurement, and characters of their messages, that are remembered for as long as the run goes on. */
const most = { tests: 200, characters: 50_000 } as const;

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
  return await unwritten.rowReads.once(`artifact ${kind} ${iteration} ${name}`, () =>
    artifactOf(host.pool, { runId, kind, name, ...(iteration !== undefined && { iteration }) }),
  );
}

/** What was proposed in the run, in order. */
export async function filedProposals({ host, runId, unwritten: left }: Reader): Promise<FiledProposal[]> {
  const unwritten = pendingOf(left);
  const stored = await unwritten.rowReads.once('proposals', () => proposalsOf(host.pool, runId));
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
  const stored = await unwritten.rowReads.once('results', () => resultSetsOf(host.pool, runId));
  const known = new Set(stored.map(({ id }) => id));
  const fresh = unwritten.resultSets.filter(({ id }) => !known.has(id));
  return [...fresh.toReversed(), ...stored]
    .filter(({ iteration }) => iteration <= upToIteration)
    .toSorted((one, other) => other.iteration - one.iteration);
}

/** The final status of each test of a measurement, as `testsOf` gives it. */
export async function filedTests(reader: Reader, resultSetId: string): Promise<MeasuredTest[]> {
  const { host } = reader;
  const unwritten = pendingOf(reader.unwritten);
  const fresh = unwritten.measured.find(({ id }) => id === resultSetId);
  const read = async () => (fresh === undefined ? await testsOf(host.pool, resultSetId) : testsIn(fresh));
  if (unwritten.reads.hasEnded()) return await read();
  // What a test is taken for is up to the rules of identity.
  const key = `tests ${resultSetId} ${textOf(await filedRules(reader))}`;
  return await unwritten.reads.once(key, () => unwritten.rowReads.once(key, read, areFew));
}

function areFew(tests: readonly MeasuredTest[]): boolean {
  const characters = tests.reduce((sum, { message }) => sum + (message?.length ?? 0), 0);
  return tests.length <= most.tests && characters <= most.characters;
}

function testsIn(set: PlacedResultSet): MeasuredTest[] {
  return set.results
    .flatMap(({ testId, outcome, status, message, file, line }) => {
      const test = outcome === null || testId === null ? undefined : set.tests.get(testId);
      if (test === undefined) return [];
      const { id, key, suite, name } = test;
      return [{ testId: id, key, suite, name, status, message, file, line }];
    })
    .toSorted((one, other) => (one.testId < other.testId ? -1 : 1));
}

/** The project's own rules of test identity; undefined where it goes by the stated ones. */
export async function filedRules({ host, projectId, unwritten }: Reader): Promise<readonly IdentityRule[] | undefined> {
  return await unwritten.reads.once('identity rules', () => identityRulesOf(host.pool, projectId));
}

/** The tests of the run's project by their keys, as `ownTestIds` gives them. */
export async function filedTestIds(
  reader: Reader,
  keys: readonly string[],
): Promise<ReadonlyMap<string, TestId> | null> {
  const { host, projectId } = reader;
  const { rowReads } = pendingOf(reader.unwritten);
  const key = `ids ${hash('sha256', JSON.stringify(keys))} ${textOf(await filedRules(reader))}`;
  return await rowReads.once(
    key,
    () => ownTestIds(host.pool, projectId, keys),
    (ids) => ids !== null,
  );
}

function textOf(rules: readonly IdentityRule[] | undefined): string {
  return JSON.stringify(rules ?? null);
}

/** How often the environment was reset in an iteration. Each reset says that it has stored a row, so that they are counted anew. */
export async function filedResets({ host, runId, unwritten }: Reader, iteration: number): Promise<number> {
  const { rowReads } = pendingOf(unwritten);
  const resets = await rowReads.once('environment resets', () => environmentResets(host.pool, runId));
  return resets.get(iteration) ?? 0;
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
  const stored = await unwritten.rowReads.once(`records ${kind}`, () => keyedRecords(host.pool, runId, kind));
  const byKey = new Map(stored.map(({ key, data }) => [key, data]));
  for (const { key, data } of unwritten.records.filter((one) => one.kind === kind))
    byKey.set(key, mergedData(byKey.get(key) ?? null, data));
  return new Map([...byKey].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** What people have told the run, as `messagesTo` gives it. */
export async function filedMessages(reader: Reader): Promise<string[]> {
  const kinds = await Promise.all([keyed(reader, 'message'), keyed(reader, 'verdict')]);
  const byTime = kinds.flatMap((told) => [...told]).toSorted(([one], [other]) => Number(one) - Number(other));
  return byTime.flatMap(([, data]) => {
    const { text, hint } = Object(data) as { text?: unknown; hint?: unknown };
    const said = text ?? hint;
    return typeof said === 'string' ? [said] : [];
  });
}
