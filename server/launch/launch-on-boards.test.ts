import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reserve } from '#server/boards/reservations/reserve.ts';
import { addBoards, wishFor } from '#server/boards/testing.ts';
import { openPool } from '#server/db/pool.ts';
import { setHealth } from '#server/store/boards/set-health.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { userRepository } from '#server/workspace/testing.ts';
import { lookAtLaunch } from './look-at-launch.ts';

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.databaseUrl, { max: 4, name: 'launch-test' });
  const boards = [
    { name: 'can-1', type: 'm4', tags: ['can'] },
    { name: 'can-2', type: 'm4', tags: ['can'] },
    { name: 'plain', type: 'm7' },
  ];
  await addBoards(pool, ...boards);
  await setHealth(pool, { board: 'can-1', to: 'bad', by: 'lea', reason: 'smoke' });
  await setHealth(pool, { board: 'can-2', to: 'maintenance', by: 'lea', reason: 'a new probe' });
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** A launch on a board as the form looks at it. */
async function lookAt(wants: string) {
  const folder = userRepository({
    'firmloop.yaml': `machine: firmware-loop
build: { command: make }
environments: { bench: { type: board, image: fw.bin, ${wants} } }
agents: [{ use: patches, folder: patches }]
`,
    'patches/01.patch': 'a claim\n',
  });
  return await lookAtLaunch({ folder }, { pool, logs: [] });
}

test.each([
  [
    'tags: [can]',
    'the tests can run nowhere: 2 boards are tag=can, none is good: can-1 is in health bad, can-2 is in health maintenance',
    '',
  ],
  [
    'board_type: m7, tags: [usb]',
    'the tests can run nowhere: no board has the tag usb',
    'Without tag=usb 1 board would do: plain. ',
  ],
  [
    'board_type: m7, site: munich',
    'the tests can run nowhere: no board stands at munich',
    'Without site=munich 1 board would do: plain. ',
  ],
  ['board_type: m8', 'the tests can run nowhere: no board is of the type m8', ''],
])('the form says of boards with %s that none will do, and which would', async (wants, message, near) => {
  const { preview, problems } = await lookAt(wants);
  expect(preview).toBeNull();
  expect(problems).toMatchObject([
    { path: 'environments.bench', message, suggestion: expect.stringMatching(`^${near}\`firmloop boards list\``) },
  ]);
});

test('the form says that the run will wait while all such boards are taken', async () => {
  expect((await lookAt('board_type: m7')).preview?.warnings).toEqual([]);
  await reserve(pool, wishFor('plain'));
  expect((await lookAt('board_type: m7')).preview?.warnings).toEqual([
    'The run will stand in the queue for a board: of 1 such board none is free now: plain is taken.',
  ]);
});
