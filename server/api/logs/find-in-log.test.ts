import { beforeAll, expect, test } from 'vitest';
import { insertLogChunks } from '#server/store/log-chunks.ts';
import { testPool } from '#server/testing/test-pool.ts';
import { startToyRun, toyEngine } from '#server/testing/toy-engine.ts';
import { findInLog } from './find-in-log.ts';

const pool = await testPool();
let activityId: string;

beforeAll(async () => {
  const runId = await startToyRun(toyEngine(pool), { goal: 1 });
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM activity WHERE run_id = $1', [runId]);
  activityId = rows[0]?.id ?? '';
  // More chunks than are read at once.
  const chunks = Array.from({ length: 70 }, (_, n) => {
    const data = Buffer.from(n === 40 ? 'calm\nmake: *** [all] Error 2\n' : 'calm\nCALM again\n');
    return { activityId, runId, n, stream: 'stdout', byteOffset: n * 16, data };
  });
  await insertLogChunks(pool, chunks);
});

test('a line far into a log is found with its number and chunk', async () => {
  expect(await findInLog(pool, { activityId, text: null })).toEqual([
    { line: 82, chunk: 40, text: 'make: *** [all] Error 2' },
  ]);
});

test('a text is found in any case of letters, and nothing where it is not', async () => {
  expect(await findInLog(pool, { activityId, text: 'calm AGAIN' })).toHaveLength(69);
  expect(await findInLog(pool, { activityId, text: 'storm' })).toEqual([]);
});
