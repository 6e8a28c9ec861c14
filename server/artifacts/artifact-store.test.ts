import { expect, test } from 'vitest';
import { testPool } from '#server/testing/test-pool.ts';
import { startToyRun, toyEngine } from '#server/testing/toy-engine.ts';
import { createArtifactStore } from './artifact-store.ts';

const pool = await testPool();
const store = createArtifactStore(pool, (text) => text);

test('a store that waits for a permission stores with it, and without it nothing', async () => {
  const runId = await startToyRun(toyEngine(pool), { goal: 1 });
  const filing = { runId, iteration: 1, kind: 'file', name: 'note', activityId: null } as const;
  const filed = async () => (await pool.query('SELECT name FROM run_artifact WHERE run_id = $1', [runId])).rowCount;

  await expect(store.after(Promise.reject(new Error('not to be'))).put(filing, 'one')).rejects.toThrow('not to be');
  const { promise, resolve } = Promise.withResolvers<void>();
  const stored = store.after(promise).put(filing, 'two');
  expect(await filed()).toBe(0);
  resolve();
  expect((await store.get(await stored)).toString()).toBe('two');
  expect(await filed()).toBe(1);
});
