import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { testPool } from '#server/testing/test-pool.ts';
import { startToyRun, toyEngine } from '#server/testing/toy-engine.ts';
import { inTransaction } from '../in-transaction.ts';
import { insertResultSet, type StoredResult, testsOf } from '../results.ts';
import { failingTests } from '../reviews/failing-tests.ts';
import { ruleTests } from '../tests-by-rule.ts';
import { joinsByRule, measuredRows } from './heat-map.ts';
import { testAttempts, testElsewhere } from './test-history.ts';

const pool = await testPool();
let runId: string;
let projectId: string;

beforeAll(async () => {
  runId = await startToyRun(toyEngine(pool), { goal: 1 });
  const { rows } = await pool.query<{ id: string }>('SELECT project_id AS id FROM run WHERE id = $1', [runId]);
  projectId = rows[0]?.id ?? '';
});

/** Stores a measurement of `name: statuses of its attempts` and gives its id. */
async function measure(iteration: number, tests: Readonly<Record<string, readonly string[]>>): Promise<string> {
  const id = randomUUID();
  const results = Object.entries(tests).flatMap(([name, statuses]) =>
    statuses.map(
      (status, index): StoredResult => ({
        ...{ key: name, suite: 'suite', name, rawName: name, attempt: index + 1, status },
        ...{ message: `${status} ${index + 1}`, signature: null, durationMs: 5, file: 'a.c', line: 3 },
      }),
    ),
  );
  const set = { id, runId, projectId, iteration, activityId: randomUUID(), format: 'tap', complete: true };
  await insertResultSet(pool, { ...set, counts: {}, findings: [], results });
  return id;
}

test('a row has the last word of each iteration, and tells attempts that disagree from failures of the bench', async () => {
  const base = await measure(0, { steady: ['passed'], broken: ['error'], away: ['skipped'] });
  const first = await measure(1, { steady: ['failed'], broken: ['failed'], late: ['infra'] });
  const again = await measure(1, { steady: ['passed'], broken: ['failed', 'failed'], late: ['not_run'] });
  const rows = await measuredRows(pool, [
    { id: again, iteration: 1, rank: 0 },
    { id: first, iteration: 1, rank: 1 },
    { id: base, iteration: 0, rank: 0 },
  ]);
  expect(rows.map(({ name, iterations, letters }) => [name, iterations, letters])).toEqual([
    ['away', [0], 'S'],
    ['broken', [0, 1], 'EF'],
    ['late', [1], 'N'],
    ['steady', [0, 1], 'PK'],
  ]);
  const steady = rows.find(({ name }) => name === 'steady')?.testId ?? '';
  const attempts = await testAttempts(pool, steady, [again, first]);
  expect(attempts.map(({ status, message }) => [status, message])).toEqual([
    ['passed', 'passed 1'],
    ['failed', 'failed 1'],
  ]);
  expect(await testElsewhere(pool, { runId, testId: steady, limit: 5 })).toEqual({
    ...{ id: steady, name: 'steady', suite: 'suite', elsewhere: [] },
  });
});

test('a test of another project is nobody that a run knows', async () => {
  expect(await testElsewhere(pool, { runId, testId: randomUUID(), limit: 5 })).toBeNull();
});

test('a test that other rules rename in the midst of a run stays one test', async () => {
  const sets = [
    { id: await measure(12, { 'boot <time>': ['passed'] }), iteration: 12, rank: 0 },
    { id: await measure(11, { 'boot 18 ms': ['failed'] }), iteration: 11, rank: 0 },
    { id: await measure(10, { 'boot 17 ms': ['passed'] }), iteration: 10, rank: 0 },
  ];
  const ids = sets.map(({ id }) => id);
  const apart = await measuredRows(pool, sets);
  expect(apart.map(({ name, letters }) => [name, letters])).toEqual([
    ['boot 17 ms', 'P'],
    ['boot 18 ms', 'F'],
    ['boot <time>', 'P'],
  ]);
  const joins = await joinsByRule(pool, runId);
  const ruled = apart
    .filter(({ name }) => name !== 'boot <time>')
    .map(({ testId, ...named }) => ({ test: { id: testId, key: named.name, ...named }, key: 'boot <time>' }));
  await inTransaction(pool, (client) => ruleTests(client, projectId, ruled));
  expect(await joinsByRule(pool, runId)).not.toBe(joins);

  const [row, ...others] = await measuredRows(pool, sets);
  expect(others).toEqual([]);
  expect(row).toMatchObject({ name: 'boot <time>', iterations: [10, 11, 12], letters: 'PFP' });
  const newest = row?.testId ?? '';
  for (const { testId } of apart) {
    expect(await testElsewhere(pool, { runId, testId, limit: 5 })).toMatchObject({ id: newest, name: 'boot <time>' });
  }
  const attempts = await testAttempts(pool, newest, ids);
  expect(attempts.map(({ status }) => status)).toEqual(['passed', 'failed', 'passed']);
  const tests = (await Promise.all(ids.map((id) => testsOf(pool, id)))).flat();
  expect(tests.map(({ testId }) => testId)).toEqual([newest, newest, newest]);
  const failing = (await failingTests(pool, runId)).tests.filter(({ name }) => name.startsWith('boot'));
  expect(failing).toMatchObject([
    { testId: newest, name: 'boot <time>', outcomes: { 10: 'passed', 11: 'failed', 12: 'passed' } },
  ]);
});
