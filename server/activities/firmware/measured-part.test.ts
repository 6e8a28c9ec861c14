import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { createArtifactStore } from '#server/artifacts/artifact-store.ts';
import { nothingUnwritten } from '#server/engine/unwritten.ts';
import { testPool } from '#server/testing/test-pool.ts';
import { startToyRun, toyEngine } from '#server/testing/toy-engine.ts';
import type { ActivityContext } from '../context.ts';
import { latestMeasurement, type Measurement, storeMeasurement } from './measured-part.ts';

const pool = await testPool();
const runId = await startToyRun(toyEngine(pool), { goal: 3 });

function contextOf(iteration: number): ActivityContext {
  const host = { pool, artifacts: createArtifactStore(pool, (text) => text) };
  return {
    host,
    runId,
    iteration,
    activityId: randomUUID(),
    unwritten: nothingUnwritten,
  } as unknown as ActivityContext;
}

function measurement(attempt: number, isWhole: boolean): Measurement {
  return { attempt, activityId: randomUUID(), parts: [], metrics: {}, isWhole };
}

test('what was read of a measurement completes it, and that of an attempt before does not', async () => {
  const context = contextOf(1);
  const ran = measurement(1, false);
  await storeMeasurement(context, 'ran', ran);
  expect(await latestMeasurement(context)).toEqual(ran);
  const read = { ...ran, metrics: { size: 7 }, isWhole: true };
  await storeMeasurement(context, 'read', read);
  expect(await latestMeasurement(context)).toEqual(read);
  const again = measurement(2, false);
  await storeMeasurement(context, 'ran', again);
  expect(await latestMeasurement(context)).toEqual(again);
});

test('of one that is whole nothing more is asked for', async () => {
  const context = contextOf(2);
  const ran = measurement(1, true);
  await storeMeasurement(context, 'ran', ran);
  const asked = vi.spyOn(pool, 'query');
  expect(await latestMeasurement(context)).toEqual(ran);
  const names = asked.mock.calls.map(([query]) => (query as { values?: unknown[] }).values?.[2]);
  asked.mockRestore();
  expect(names.filter((name) => String(name).startsWith('measurement-'))).toEqual(['measurement-2-ran']);
});

test('one that was stored before it said whether it is whole may have more', async () => {
  const context = contextOf(3);
  const { isWhole: _unsaid, ...old } = measurement(1, false);
  await storeMeasurement(context, 'ran', old as Measurement);
  expect(await latestMeasurement(context)).toEqual({ ...old, isWhole: false });
});
