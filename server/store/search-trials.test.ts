import { expect, test } from 'vitest';
import { testPool } from '#server/testing/test-pool.ts';
import { startToyRun, toyEngine } from '#server/testing/toy-engine.ts';
import { insertSearchTrials, searchTrials } from './search-trials.ts';

const pool = await testPool();

async function activity(): Promise<{ runId: string; activityId: string }> {
  const runId = await startToyRun(toyEngine(pool), { goal: 1 });
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM activity WHERE run_id = $1', [runId]);
  return { runId, activityId: rows[0]?.id ?? '' };
}

test('what searches of all runs found is added up by kind of edit, and one told twice counts once', async () => {
  const [one, other] = [await activity(), await activity()];
  const first = [
    { operator: 'cast', tried: 4, unbuilt: 1, improved: 0 },
    { operator: 'relation', tried: 6, unbuilt: 0, improved: 1 },
  ];
  await insertSearchTrials(pool, one, first);
  await insertSearchTrials(pool, one, first);
  await insertSearchTrials(pool, other, [{ operator: 'relation', tried: 4, unbuilt: 1, improved: 2 }]);
  expect(await searchTrials(pool)).toEqual([
    { operator: 'cast', tried: 4, unbuilt: 1, improved: 0 },
    { operator: 'relation', tried: 10, unbuilt: 1, improved: 3 },
  ]);
});

test('more that helped than was tried is refused', async () => {
  const wrong = [{ operator: 'cast', tried: 1, unbuilt: 1, improved: 1 }];
  await expect(insertSearchTrials(pool, await activity(), wrong)).rejects.toThrow('search_trial_counts');
});
