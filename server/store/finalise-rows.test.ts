import { expect, test } from 'vitest';
import { eventually } from '#server/testing/eventually.ts';
import { testPool } from '#server/testing/test-pool.ts';
import { startToyRun, toyEngine } from '#server/testing/toy-engine.ts';
import { runsToFinalise } from './finalise-rows.ts';

const pool = await testPool();

test('every run that has ended gets its turn, though more than one look can hold are never wrapped up', async () => {
  for (let count = 0; count < 25; count += 1) await startToyRun(toyEngine(pool), { goal: 1 });
  await pool.query(`UPDATE run SET status = 'finished', outcome = 'DONE', exit_code = 0, finished_at = now()`);
  const seen = new Set<string>();
  await eventually('all have been seen', async () => {
    for (const { id } of await runsToFinalise(pool, 'here')) seen.add(id);
    return seen.size === 25;
  });
  expect(await runsToFinalise(pool, 'here')).toHaveLength(20);
});
