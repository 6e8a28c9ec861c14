import { expect, test } from 'vitest';
import type { NewArtifact } from '#server/store/artifacts.ts';
import { testPool } from '#server/testing/test-pool.ts';
import { startToyRun, toyEngine } from '#server/testing/toy-engine.ts';
import { createArtifactStore } from './artifact-store.ts';

const pool = await testPool();
const store = createArtifactStore(pool, (text) => text);

const never = () => expect.unreachable('nothing is to be kept');
const filed = async (runId: string) =>
  (await pool.query('SELECT name FROM run_artifact WHERE run_id = $1', [runId])).rowCount;

test('an activity stores once it is confirmed, and without that nothing', async () => {
  const runId = await startToyRun(toyEngine(pool), { goal: 1 });
  const filing = { runId, iteration: 1, kind: 'file', name: 'note', activityId: null } as const;

  const told: string[] = [];
  const how = { keep: never, stored: () => void told.push('stored') };
  const refused = store.of({ confirmed: Promise.reject(new Error('not to be')), ...how });
  await expect(refused.put(filing, 'one')).rejects.toThrow('not to be');
  expect(told).toEqual([]);
  const { promise: confirmed, resolve } = Promise.withResolvers<void>();
  const stored = store.of({ confirmed, ...how }).put(filing, 'two');
  expect(await filed(runId)).toBe(0);
  resolve();
  expect((await store.get(await stored)).toString()).toBe('two');
  expect(told).toEqual(['stored']);
  expect(await filed(runId)).toBe(1);
});

test('what is to be stored with the end of an activity is handed over, and read here before that; what is large is stored at once', async () => {
  const runId = await startToyRun(toyEngine(pool), { goal: 1 });
  const filing = { runId, iteration: 1, kind: 'file', name: 'note', activityId: null } as const;
  const kept: NewArtifact[] = [];
  let storings = 0;
  const working = store.of({
    confirmed: Promise.resolve(),
    keep: (artifact) => kept.push(artifact),
    stored: () => {
      storings += 1;
    },
  });

  const hash = await working.put(filing, 'three', { withEnd: true });
  expect(kept).toEqual([{ ...filing, hash, mediaType: 'text/plain; charset=utf-8', bytes: Buffer.from('three') }]);
  expect([await filed(runId), storings]).toEqual([0, 0]);
  expect((await store.get(hash)).toString()).toBe('three');
  await expect(createArtifactStore(pool, (text) => text).get(hash)).rejects.toThrow('There is no artifact');

  await working.put({ ...filing, name: 'large' }, 'x'.repeat(100_000), { withEnd: true });
  expect(kept).toHaveLength(1);
  expect([await filed(runId), storings]).toEqual([1, 1]);
});
