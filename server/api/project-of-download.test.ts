import { beforeAll, expect, test } from 'vitest';
import { type Estate, settle } from '#server/testing/estate.ts';
import { testPool } from '#server/testing/test-pool.ts';
import { toyEngine } from '#server/testing/toy-engine.ts';
import { projectOfDownload } from './project-of-download.ts';

const pool = await testPool();
let north: Estate;
let south: Estate;

beforeAll(async () => {
  [north, south] = [await settle(toyEngine(pool), 'north'), await settle(toyEngine(pool), 'south')];
});

test('a download is told to the project of its thing', async () => {
  const { artifact, activity, resultSet } = north.things;
  expect(await projectOfDownload(pool, '/api/artifacts/[hash]', { hash: artifact })).toBe(north.project);
  expect(await projectOfDownload(pool, '/api/logs/[activity]', { activity })).toBe(north.project);
  expect(await projectOfDownload(pool, '/api/results/[set]', { set: resultSet })).toBe(north.project);
});

test('what several projects have, and an export of everything, is of no project', async () => {
  await pool.query(`INSERT INTO run_artifact (run_id, iteration, kind, name, hash) VALUES ($1, 1, 'log', 'same', $2)`, [
    south.things.run,
    north.things.artifact,
  ]);
  expect(await projectOfDownload(pool, '/api/artifacts/[hash]', { hash: north.things.artifact })).toBeNull();
  expect(await projectOfDownload(pool, '/api/audit', {})).toBeNull();
});
