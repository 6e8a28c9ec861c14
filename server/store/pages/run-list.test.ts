import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '#server/db/pool.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { endedSince, liveCounts } from './ended-since.ts';
import { runFilters } from './run-filters.ts';
import { type RunListFilter, runList } from './run-list.ts';

let database: TestDatabase;
let pool: Pool;
let projectId: string;

/** Number, title, state, status, outcome and agent of each stored run; the first two belong to the heater. */
const stored = [
  [1, 'All tests pass', 'SUCCESS', 'finished', 'SUCCESS', 'search'],
  [2, '100 % of_uart tests', 'FAILURE', 'finished', 'FAILURE', 'patches'],
  [3, 'All tests pass', 'TEST_SETUP.RESOURCE_ALLOC.QUEUED', 'waiting', null, 'search'],
  [4, 'Boots \u202E<b>', 'BUILD_RUN', 'active', null, 'search'],
  [5, 'All tests pass', 'HUMAN_REVIEW.OPEN', 'waiting', null, 'patches'],
] as const;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.databaseUrl, { max: 2, name: 'run-list-test' });
  const [heater, fan] = await Promise.all(['heater', 'fan'].map(insertProject));
  projectId = heater ?? '';
  for (const [number, title, state, status, outcome, agent] of stored) {
    const input = { strategies: [{ name: agent, agents: [agent] }], criteria: { target_pass_rate: 1 } };
    await pool.query(
      `INSERT INTO run (id, number, project_id, machine, machine_version, title, input, snapshot, state, status, outcome, exit_code, created_by, finished_at)
       VALUES ($1, $2, $3, 'firmware-loop', 1, $4, $5, $6, $7, $8, $9::text, CASE WHEN $9::text IS NULL THEN NULL ELSE 0 END, 'ada',
         CASE WHEN $9::text IS NULL THEN NULL ELSE now() END)`,
      [
        randomUUID(),
        number,
        number < 3 ? heater : fan,
        title,
        input,
        { context: { settings: { limits: { max_iterations: 7 } } } },
        state,
        status,
        outcome,
      ],
    );
  }
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function insertProject(name: string): Promise<string> {
  const id = randomUUID();
  await pool.query('INSERT INTO project (id, name, repository) VALUES ($1, $2, $2)', [id, name]);
  return id;
}

const numbers = async (filter: Partial<RunListFilter>) =>
  (await runList(pool, { projectIds: null, limit: 10, ...filter })).map(({ number }) => number);

test.each<[string, Partial<RunListFilter>, number[]]>([
  ['nothing', {}, [5, 4, 3, 2, 1]],
  ['a page before a run', { before: 4, limit: 2 }, [3, 2]],
  ['the page after a run, nearest rows first to be taken', { after: 1, limit: 2 }, [3, 2]],
  ['live', { show: 'live' }, [5, 4, 3]],
  ['waiting', { show: 'waiting' }, [5, 3]],
  ['ended', { show: 'ended' }, [2, 1]],
  ['a state with its sub-states', { state: 'TEST_SETUP' }, [3]],
  ['an outcome', { outcome: 'FAILURE' }, [2]],
  ['an agent', { agent: 'search' }, [4, 3, 1]],
  ['words of the goal in any case', { text: 'ALL TESTS' }, [5, 3, 1]],
  ['words of the project', { text: 'heat' }, [2, 1]],
  ['a number', { text: '4' }, [4]],
  ['a number with its sign', { text: '#4' }, [4]],
  ['a number after the name of its project', { text: 'fan #4' }, [4]],
  ['words that only end with the number of a run', { text: 'heater rev4' }, []],
  ['text that looks like a pattern, taken as it is', { text: '% of_' }, [2]],
  ['a pattern that would match everything', { text: '%%' }, []],
  ['text that no row can hold', { text: 'a\0b' }, []],
  ['two filters at once', { agent: 'search', show: 'live', text: 'boots' }, [4]],
])('narrowed down to %s', async (_, filter, expected) => {
  expect(await numbers(filter)).toEqual(expected);
});

test('narrowed down to a project, and to the projects that the reader may see', async () => {
  expect(await numbers({ projectId })).toEqual([2, 1]);
  expect(await numbers({ projectIds: [projectId], show: 'live' })).toEqual([]);
});

test('a row brings the limits that hold now, and neither input nor snapshot as a whole', async () => {
  const [row] = await runList(pool, { projectIds: null, limit: 1 });
  expect(row?.input).toEqual({
    mode: null,
    criteria: { target_pass_rate: 1 },
    limits: { max_iterations: 7 },
  });
});

test('the filters offer what runs have', async () => {
  expect(await runFilters(pool, null)).toMatchObject({
    projects: [{ name: 'fan' }, { name: 'heater' }],
    agents: ['patches', 'search'],
    outcomes: ['FAILURE', 'SUCCESS'],
    states: ['BUILD_RUN', 'HUMAN_REVIEW', 'TEST_SETUP'],
  });
});

test('runs that ended are counted by outcome, live ones by whether they wait', async () => {
  const hourAgo = new Date(Date.now() - 3_600_000);
  const inAnHour = new Date(Date.now() + 3_600_000);
  expect(await endedSince(pool, { since: hourAgo, projectIds: null })).toMatchObject([
    { outcome: 'FAILURE', runs: 1 },
    { outcome: 'SUCCESS', runs: 1 },
  ]);
  expect(await endedSince(pool, { since: inAnHour, projectIds: null })).toEqual([]);
  expect(await liveCounts(pool, null)).toEqual({ live: 3, waiting: 2 });
});

test('what two machines call alike is counted once', async () => {
  const before = new Date(Date.now() - 3_600_000);
  await pool.query(
    `INSERT INTO run (id, number, project_id, machine, machine_version, title, input, snapshot, state, status, outcome, exit_code, created_by, finished_at)
     SELECT gen_random_uuid(), 90 + row_number() OVER (), $1, machine, 1, '', '{}', '{}', 'DONE', 'finished', 'completed', 0, 'ada', now()
     FROM unnest(ARRAY['brain-session', 'staged-workflow']) machine`,
    [projectId],
  );
  const counts = await endedSince(pool, { since: before, projectIds: null });
  await pool.query(`DELETE FROM run WHERE outcome = 'completed'`);
  expect(counts[0]).toEqual({ outcome: 'completed', machine: 'brain-session', state: 'DONE', runs: 2 });
});
