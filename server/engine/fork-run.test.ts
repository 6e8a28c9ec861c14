import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { engineEvent } from '#lib/engine/events.ts';
import { createArtifactStore } from '#server/artifacts/artifact-store.ts';
import { artifactOf } from '#server/store/artifacts.ts';
import { eventLog } from '#server/store/event-log.ts';
import { insertResultSet, resultSetsOf } from '#server/store/results.ts';
import { storedRun } from '#server/store/stored-run.ts';
import { testPool } from '#server/testing/test-pool.ts';
import { startToyRun, toyEngine } from '#server/testing/toy-engine.ts';
import { forkRun } from './fork-run.ts';
import { replayRun } from './replay-run.ts';
import { send } from './send.ts';

const pool = await testPool();
const engine = toyEngine(pool);

const forkAt = (runId: string, atSeq: number, commandId: string) =>
  forkRun(engine, { runId, atSeq, by: 'eve', reason: 'try again', commandId });

const pauses = async (run: string) =>
  await send(engine, run, { type: engineEvent.pause, key: `pause-${randomUUID()}`, actor: 'eve' });

test('the fork of a fork says in its own log where it comes from, and replays equal', async () => {
  const first = await forkAt(await startToyRun(engine, { goal: 2 }), 1, 'first');
  const { seq } = await storedRun(pool, first.id);
  const second = await forkAt(first.id, seq, 'second');
  const log = await eventLog(pool, second.id, 100);
  expect(log.at(-1)).toMatchObject({ seq: seq + 1, event: { type: engineEvent.forked, run: first.number } });
  expect((await replayRun(engine, second.id)).equal).toBe(true);
});

test('what a fork starts and where it comes from are written together', async () => {
  const fork = await forkAt(await startToyRun(engine, { goal: 2 }), 1, 'together');
  const { rows } = await pool.query(
    `SELECT xmin::text FROM activity WHERE run_id = $1 UNION SELECT xmin::text FROM event WHERE run_id = $1 AND type = $2`,
    [fork.id, engineEvent.forked],
  );
  expect(rows).toHaveLength(1);
});

test('asking for the same fork twice, also at the same moment, makes one', async () => {
  const run = await startToyRun(engine, { goal: 2 });
  const made = await Promise.all([forkAt(run, 1, 'twice'), forkAt(run, 1, 'twice')]);
  expect(await forkAt(run, 1, 'twice')).toEqual(made[0]);
  expect(made[1]).toEqual(made[0]);
});

test('a fork has what had been filed and measured up to its point, and nothing of what came later', async () => {
  const run = await startToyRun(engine, { goal: 2 });
  await fileAndMeasure(run, 'before');
  await pauses(run);
  const { seq } = await storedRun(pool, run);
  await fileAndMeasure(run, 'after');
  const fork = await forkAt(run, seq, 'files');
  const filed = (name: string) => artifactOf(pool, { runId: fork.id, kind: 'file', name });
  expect([await filed('before'), await filed('after')]).toEqual([expect.any(String), null]);
  expect((await resultSetsOf(pool, fork.id, 9)).map(({ findings }) => findings)).toEqual([['before']]);
});

async function fileAndMeasure(runId: string, name: string): Promise<void> {
  const artifacts = createArtifactStore(pool, (text) => text);
  await artifacts.put({ runId, iteration: 1, kind: 'file', name, activityId: null }, name);
  await insertResultSet(pool, {
    id: randomUUID(),
    runId,
    projectId: (await storedRun(pool, runId)).projectId,
    iteration: 1,
    activityId: randomUUID(),
    format: 'tap',
    complete: true,
    counts: {},
    findings: [name],
    results: [],
  });
}
