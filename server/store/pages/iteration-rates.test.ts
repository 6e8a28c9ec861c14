import { expect, test } from 'vitest';
import { testPool } from '#server/testing/test-pool.ts';
import { startToyRun, toyEngine } from '#server/testing/toy-engine.ts';
import { iterationRates } from './iteration-rates.ts';

const pool = await testPool();

test.each([
  ['another', 'a hypothesis', { hypothesis: 'off by one' }],
  ['another', 'a patch', { proposal_id: 'p' }],
  ['another', 'a judgement', { kept: true, judgement: { verdict: null } }],
  ['another', 'a build', { build: { buildId: 'b' } }],
  ['another', 'a result', { result_id: 'r' }],
  ['another', 'counts of all tests', { measured: { passed: 1 } }],
  ['another', "counts of the goal's tests", { goal: { passed: 1 } }],
  ['another', 'a field that is new to it', { seen_by: 'ada' }],
  ['the same', 'a plan', { plan: { files: 1 } }],
  ['the same', 'a word of how its tests were brought there', { deploy: { ok: true } }],
])('an iteration has %s version once its record has %s', async (which, _, fact) => {
  const run = await startToyRun(toyEngine(pool), { goal: 1 });
  await pool.query(
    `INSERT INTO record (run_id, kind, key, data, event_seq) VALUES ($1, 'iteration', '1', '{"intent": "repair"}', 1)`,
    [run],
  );
  const [before] = await iterationRates(pool, [run]);
  await pool.query('UPDATE record SET data = data || $2::jsonb WHERE run_id = $1', [run, JSON.stringify(fact)]);
  const [after] = await iterationRates(pool, [run]);
  expect(before?.version).toMatch(/^[0-9a-f]{8}$/);
  expect(after?.version === before?.version ? 'the same' : 'another').toBe(which);
});

test('an iteration tells another measurement from the one before, also where all counts are equal', async () => {
  const run = await startToyRun(toyEngine(pool), { goal: 1 });
  await pool.query(
    `INSERT INTO record (run_id, kind, key, data, event_seq) VALUES ($1, 'iteration', '1', '{"intent": "repair"}', 1)`,
    [run],
  );
  const measured = async (id: string) => {
    const fact = { result_id: id, goal: { passed: 3, failed: 1, errors: 0 } };
    await pool.query('UPDATE record SET data = data || $2::jsonb WHERE run_id = $1', [run, JSON.stringify(fact)]);
    return (await iterationRates(pool, [run]))[0]?.result;
  };
  expect((await iterationRates(pool, [run]))[0]?.result).toBeNull();
  expect([await measured('0b1f66aa-1'), await measured('77ce0d12-1')]).toEqual(['0b1f66aa', '77ce0d12']);
});
