import { createHash, randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { expect, test, vi } from 'vitest';
import { forkRun } from '#server/engine/fork-run.ts';
import { send } from '#server/engine/send.ts';
import { createReads, type Kept, nothingKept, nothingUnwritten, type Unwritten } from '#server/engine/unwritten.ts';
import type { NewArtifact } from '#server/store/artifacts.ts';
import { setIdentityRules } from '#server/store/identity-rules.ts';
import type { PlacedResultSet } from '#server/store/placed-results.ts';
import { messagesTo } from '#server/store/records.ts';
import { insertResultSet, type StoredResult } from '#server/store/results.ts';
import { testPool } from '#server/testing/test-pool.ts';
import { startToyRun, toyEngine } from '#server/testing/toy-engine.ts';
import type { ActivityContext } from './context.ts';
import {
  filedArtifact,
  filedCommits,
  filedMessages,
  filedProposals,
  filedRecord,
  filedRecords,
  filedResets,
  filedResults,
  filedTests,
} from './filed.ts';
import { keepResultSet } from './firmware/keep-result-set.ts';

const pool = await testPool();
const engine = toyEngine(pool);

interface ToyRun {
  readonly runId: string;
  readonly projectId: string;
}

async function newRun(): Promise<ToyRun> {
  const runId = await startToyRun(engine, { goal: 3 });
  const { rows } = await pool.query<{ id: string }>('SELECT project_id AS id FROM run WHERE id = $1', [runId]);
  return { runId, projectId: rows[0]?.id ?? '' };
}

function seenIn({ runId, projectId }: ToyRun, unwritten: Unwritten = nothingUnwritten) {
  return { host: { pool } as ActivityContext['host'], runId, projectId, unwritten };
}

function resultOf(key: string, attempt: number, status: string): StoredResult {
  const words = { suite: 'suite', name: key, rawName: key, message: `${status} in ${attempt}`, signature: null };
  return { ...words, key, attempt, status, durationMs: 5, file: 'a.c', line: 3 };
}

const shaky = ['failed', 'passed'].map((status, at) => resultOf('shaky', at + 1, status));

function measured({ runId, projectId }: ToyRun, iteration: number, results: readonly StoredResult[]) {
  const of = { id: randomUUID(), runId, projectId, iteration, activityId: randomUUID() };
  return { ...of, format: 'tap', complete: true, counts: { total: 2 }, findings: ['one finding'], results };
}

/** What `keepResultSet` leaves to the end of an activity; none where it stores at once. */
async function keptOf(run: ToyRun, set: ReturnType<typeof measured>, confirmed = Promise.resolve()) {
  const kept: PlacedResultSet[] = [];
  const takes = { keepResults: (one: PlacedResultSet) => kept.push(one), stored: () => undefined };
  await keepResultSet({ ...seenIn(run), confirmed, ...takes } as unknown as ActivityContext, set);
  return kept;
}

/** The confirmation of an activity that is not to be. */
function refusal(why: string): Promise<void> {
  const refused = Promise.reject(new Error(why));
  refused.catch(() => undefined);
  return refused;
}

/** Ends the toil of a visit with what it left. */
async function endToil({ runId }: ToyRun, visit: number, kept: Kept): Promise<number> {
  const payload = { visit, output: { amount: 1 } };
  const { rows } = await pool.query<{ id: string }>(
    `UPDATE activity SET status = 'running' WHERE run_id = $1 AND visit = $2 AND status = 'queued' RETURNING id`,
    [runId, visit],
  );
  const finish = { activityId: rows[0]?.id ?? '', from: 'running', status: 'done', output: null, error: null } as const;
  const sent = await send(engine, runId, {
    ...{ type: 'xstate.done.actor.toil', payload, actor: 'runner', finish },
    ...{ key: `activity:${kept.resultSets[0]?.activityId ?? finish.activityId}`, kept },
  });
  return sent.seq ?? 0;
}

test('a small measurement of known tests is read before it is written as it is read after', async () => {
  const run = await newRun();
  await insertResultSet(pool, measured(run, 0, [resultOf('steady', 1, 'passed'), ...shaky]));
  const set = measured(run, 1, [resultOf('steady', 1, 'failed'), ...shaky]);
  const resultSets = await keptOf(run, set, refusal('it need not wait'));
  const rowReads = createReads();
  const early = seenIn(run, {
    ...nothingUnwritten,
    reads: createReads(),
    rowReads,
    measured: resultSets,
    resultSets: resultSets.map((one) => ({ ...one, createdAt: new Date() })),
  });
  const seen = { sets: await filedResults(early, 1), tests: await filedTests(early, set.id) };
  expect(seen.tests.map(({ name, status }) => [name, status]).sort()).toEqual([
    ['shaky', 'passed'],
    ['steady', 'failed'],
  ]);

  await endToil(run, 1, { ...nothingKept, resultSets });
  const later = seenIn(run);
  expect(await filedTests(later, set.id)).toEqual(seen.tests);
  const asked = vi.spyOn(pool, 'query');
  const next = seenIn(run, { ...nothingUnwritten, reads: createReads(), rowReads });
  expect(await filedTests(next, set.id)).toEqual(seen.tests);
  expect(asked.mock.calls.map(([query]) => (query as { name?: string }).name)).toEqual(['identity-rules']);
  asked.mockRestore();
  const told = (sets: typeof seen.sets) => sets.map(({ createdAt: _time, ...one }) => one);
  const stored = await filedResults(later, 1);
  expect(told(seen.sets)).toMatchObject(told(stored));
  const { rows } = await pool.query(
    `SELECT r.attempt, r.status, r.outcome FROM test_result r JOIN test_identity t ON t.id = r.test_id
     WHERE r.result_set_id = $1 AND t.key = 'shaky' ORDER BY r.attempt`,
    [set.id],
  );
  expect(rows).toEqual([
    { attempt: 1, status: 'failed', outcome: null },
    { attempt: 2, status: 'passed', outcome: 'flaky' },
  ]);
});

test.each([
  ['of a test that is new', [resultOf('never seen', 1, 'passed')]],
  ['that is large', Array.from({ length: 201 }, (_, at) => resultOf('steady', at + 1, 'passed'))],
])('a measurement %s is stored at once, and not before the activity is confirmed', async (_, results) => {
  const run = await newRun();
  await insertResultSet(pool, measured(run, 0, [resultOf('steady', 1, 'passed')]));
  const set = measured(run, 1, results);
  await expect(keptOf(run, set, refusal('not to be'))).rejects.toThrow('not to be');
  expect(await filedTests(seenIn(run), set.id)).toEqual([]);
  expect(await keptOf(run, set)).toEqual([]);
  expect(await filedTests(seenIn(run), set.id)).toHaveLength(1);
});

test('a fork sees the measurements that were written with ends before its point and no later one, and so does a fork of a later fork', async () => {
  const run = await newRun();
  await insertResultSet(pool, measured(run, 0, [resultOf('steady', 1, 'passed')]));
  const seqs: number[] = [];
  for (const visit of [1, 2]) {
    const resultSets = await keptOf(run, measured(run, visit, [resultOf('steady', 1, 'passed')]));
    seqs.push(await endToil(run, visit, { ...nothingKept, resultSets }));
  }
  const [first = 0, second = 0] = seqs;
  // As if both had been written in one transaction.
  await pool.query(
    'UPDATE result_set SET created_at = (SELECT least(at, received_at) FROM event WHERE run_id = $1 AND seq = $2) WHERE run_id = $1',
    [run.runId, first],
  );
  const forkOf = async (of: string, atSeq: number) =>
    (await forkRun(engine, { runId: of, atSeq, by: 'eve', reason: 'to see', commandId: `fork ${of} ${atSeq}` })).id;
  const later = await forkOf(run.runId, second);
  const seenBy = async (id: string) => (await filedResults(seenIn({ ...run, runId: id }), 9)).length;
  expect(await seenBy(later)).toBe(3);
  expect(await seenBy(await forkOf(run.runId, first))).toBe(2);
  expect(await seenBy(await forkOf(later, first))).toBe(2);
});

function artifactOf({ runId }: ToyRun, kind: string, name: string, iteration: number): NewArtifact {
  const bytes = Buffer.from(`${kind} ${name} ${iteration}`);
  const hash = createHash('sha256').update(bytes).digest('hex');
  return { runId, iteration, kind, name, hash, bytes, mediaType: 'text/plain', activityId: null };
}

test('artifacts and records that are on their way stand beside the rows, the newer over the older', async () => {
  const run = await newRun();
  const old = ['0001', '0002'].map((name) => artifactOf(run, 'proposal', name, 1));
  await endToil(run, 1, { ...nothingKept, artifacts: [...old, artifactOf(run, 'build', 'build', 1)] });
  const fresh = [artifactOf(run, 'build', 'build', 2), artifactOf(run, 'proposal', '0003', 2)];
  const unwritten: Unwritten = {
    ...nothingUnwritten,
    reads: createReads(),
    rowReads: createReads(),
    artifacts: [...old.slice(1), ...fresh],
    records: [
      { kind: 'round', key: '1', data: { commit: 'c1' } },
      { kind: 'iteration', key: '2', data: { commit: 'c2', goal: 1 } },
      { kind: 'iteration', key: '2', data: { goal: 2 } },
    ],
  };
  const early = seenIn(run, unwritten);
  const hashes = fresh.map(({ hash }) => hash);
  expect(await filedArtifact(early, { kind: 'build', name: 'build' })).toBe(hashes[0]);
  const before = await filedArtifact(early, { kind: 'build', name: 'build', iteration: 1 });
  expect(before).toBe(artifactOf(run, 'build', 'build', 1).hash);
  const proposed = [...old.map(({ hash }) => hash), hashes[1]];
  expect((await filedProposals(early)).map(({ hash }) => hash)).toEqual(proposed);
  // Written by the toil that has ended, as the toy machine does.
  expect(await filedRecord(early, 'round', '1')).toEqual({ done: true, commit: 'c1' });
  expect(await filedRecord(early, 'iteration', '2')).toEqual({ commit: 'c2', goal: 2 });
  expect(await filedRecords(early, 'round')).toEqual([{ done: true, commit: 'c1' }]);
  expect(await filedRecords(early, 'iteration')).toEqual([{ commit: 'c2', goal: 2 }]);
  expect([...(await filedCommits(early))]).toEqual([[2, 'c2']]);
});

test('what was read of the rows is read once, until the step that may change them is written', async () => {
  const run = await newRun();
  const reads = createReads();
  const context = seenIn(run, { ...nothingUnwritten, reads, rowReads: createReads() });
  const told = async () => [await filedMessages(context), await filedRecords(context, 'message')];
  expect(await told()).toEqual([[], []]);
  await pool.query(
    `INSERT INTO record (run_id, kind, key, data, event_seq) VALUES ($1, 'message', '1', '{"text": "one"}', 1)`,
    [run.runId],
  );
  expect(await told()).toEqual([[], []]);
  reads.end();
  expect(await told()).toEqual([['one'], [{ text: 'one' }]]);
});

test('resets of the environment are counted by iterations, and anew only once the rows are', async () => {
  const run = await newRun();
  const reset = (visit: number, iteration: number) =>
    pool.query(
      `INSERT INTO activity (id, run_id, invoke_id, visit, attempt, name, input, idempotent, queue, status, iteration)
       VALUES (gen_random_uuid(), $1, 'reset', $2, 1, 'reset-environment', '{}', true, 'activity/any', 'done', $3)`,
      [run.runId, visit, iteration],
    );
  const known = seenIn(run, { ...nothingUnwritten, reads: createReads(), rowReads: createReads() });
  await reset(1, 2);
  await reset(2, 2);
  await reset(3, 4);
  const counted = async (context: typeof known) =>
    await Promise.all([1, 2, 4].map((iteration) => filedResets(context, iteration)));
  expect(await counted(known)).toEqual([0, 2, 1]);
  await reset(4, 4);
  expect(await counted(known)).toEqual([0, 2, 1]);
  expect(await counted(seenIn(run))).toEqual([0, 2, 2]);
});

test('the tests of a measurement are read once for a run, and again when the rules of identity were changed or they are large', async () => {
  const run = await newRun();
  const few = measured(run, 0, [resultOf('steady', 1, 'passed')]);
  const many = Array.from({ length: 201 }, (_, at) => resultOf(`test ${at}`, 1, 'passed'));
  const wordy = [{ ...resultOf('steady', 2, 'passed'), message: 'x'.repeat(16_000) }];
  const sets = [
    few,
    measured(run, 1, many),
    measured(
      run,
      2,
      Array.from({ length: 4 }, (_, at) => ({ ...wordy[0], key: `${at}` }) as StoredResult),
    ),
  ];
  for (const set of sets) await insertResultSet(pool, set);
  const rowReads = createReads();
  const chain = () => seenIn(run, { ...nothingUnwritten, reads: createReads(), rowReads });
  const told = async (context: ReturnType<typeof chain>) =>
    await Promise.all(sets.map(async ({ id }) => (await filedTests(context, id))[0]?.file));
  const say = (file: string) =>
    pool.query('UPDATE test_result SET file = $2 WHERE result_set_id = ANY($1)', [sets.map(({ id }) => id), file]);
  await say('one');
  const first = chain();
  expect(await told(first)).toEqual(['one', 'one', 'one']);
  await say('two');
  expect(await told(first)).toEqual(['one', 'one', 'one']);
  expect(await told(chain())).toEqual(['one', 'two', 'two']);
  await setIdentityRules(pool as unknown as PoolClient, { ...run, rules: [], by: 'eve' });
  expect(await told(chain())).toEqual(['two', 'two', 'two']);
});

test('what people have told a run is the same before it is written and after, hints of verdicts too', async () => {
  const run = await newRun();
  const said = [
    ['message', '1000', { by: 'ada', text: 'try the timer' }],
    ['verdict', '999', { verdict: 'retry', hint: 'look at the watchdog' }],
    ['verdict', '1001', { verdict: 'accept' }],
    ['message', '20000', { by: 'eve', text: 'and the clock' }],
  ] as const;
  const records = said.map(([kind, key, data]) => ({ kind, key, data }));
  const before = await filedMessages(
    seenIn(run, { ...nothingUnwritten, reads: createReads(), rowReads: createReads(), records }),
  );
  for (const [kind, key, data] of said)
    await pool.query('INSERT INTO record (run_id, kind, key, data, event_seq) VALUES ($1, $2, $3, $4, 1)', [
      run.runId,
      kind,
      key,
      data,
    ]);
  expect(before).toEqual(['look at the watchdog', 'try the timer', 'and the clock']);
  expect(await filedMessages(seenIn(run))).toEqual(before);
  expect(await messagesTo(pool, run.runId)).toEqual(before);
});
