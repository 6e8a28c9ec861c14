import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '#server/db/pool.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { scratchFolder, userRepository } from '#server/workspace/testing.ts';
import { call, firmloop } from './testing/firmloop.ts';
import { minutesOf, timeOf } from './when.ts';

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.databaseUrl, { max: 2, name: 'boards-test' });
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

const place = () => ({ DATABASE_URL: database.databaseUrl, FIRMLOOP_HOME: scratchFolder() });
const on = (stdin: string, ...args: string[]) => firmloop(args, { env: place(), stdin });

const map = `
- {id: 0006, platform: frdm_k64f, serial: /dev/ttyACM0, runner: pyocd, connected: yes}
- {id: 1e3, platform: frdm_k64f, serial: /dev/ttyACM1, runner: pyocd, connected: yes}
`;

test('a hardware map is looked at, taken over and comes out again with its ids as they were', async () => {
  const looked = await on(map, 'boards', 'import', '-', '--site', 'berlin', '--dry-run');
  expect(looked).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/\+ frdm_k64f-0006[\s\S]*2 new.*nothing was changed/),
  });
  expect(await on(map, 'boards', 'import', '-', '--site', 'berlin')).toMatchObject({ code: 0 });
  const again = JSON.parse(
    (await on(map.replace('pyocd', 'jlink'), 'boards', 'import', '-', '--site', 'berlin', '--dry-run', '--json'))
      .stdout,
  );
  expect(again.changes).toMatchObject([
    {
      name: 'frdm_k64f-0006',
      kind: 'change',
      fields: [{ field: 'connections', to: expect.stringContaining('jlink') }],
    },
    { name: 'frdm_k64f-1e3', kind: 'same' },
  ]);
  const exported = await on('', 'boards', 'export');
  expect(exported.stdout).toContain('serial: "0006"');
});

test('a file with a mistake is refused whole, with every mistake', async () => {
  const wrong = await on('boards: [{name: a b, type: t}, {name: c}]', 'boards', 'import', '-');
  expect(wrong).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/board 1: name: must be one word[\s\S]*board 2: type/),
  });
});

test('a board is reserved, extended, shown and released', async () => {
  const reserved = JSON.parse(
    (await on('', 'reserve', 'type=frdm_k64f', '--for', '2h', '--purpose', 'bring-up', '--json')).stdout,
  );
  expect(reserved).toMatchObject({
    status: 'held',
    minutes: 120,
    boards: [{ name: 'frdm_k64f-0006' }],
    lease: { id: expect.any(String) },
  });
  const longer = JSON.parse((await on('', 'extend', 'frdm_k64f-0006', '--for', '30m', '--json')).stdout);
  expect(longer.lease.expiresAt).toBe(reserved.lease.expiresAt + 30 * 60_000);
  expect((await on('', 'boards', 'show', 'frdm_k64f-0006')).stdout).toMatch(/in use: .*[\s\S]*extended/);
  expect((await on('', 'release', reserved.lease.id)).stdout).toContain('is over: released');
});

test('who waits is told the place, and has the board as soon as it is released', async () => {
  const { lease } = JSON.parse((await on('', 'reserve', 'frdm_k64f-1e3', '--for', '1h', '--json')).stdout);
  const waits = call(['reserve', 'frdm_k64f-1e3', '--for', '10m', '--wait'], { env: place() });
  await waits.saw('number 1 in the queue');
  await on('', 'release', lease.id);
  expect(await waits.ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/frdm_k64f-1e3 until/) });
});

test('who gives up waiting leaves the queue', async () => {
  const waits = call(['reserve', 'frdm_k64f-1e3', '--for', '10m', '--wait'], { env: place() });
  await waits.saw('number 1 in the queue');
  waits.signal('SIGINT');
  expect((await waits.ended).stderr).toContain('left the queue');
  const { rows } = await pool.query(`SELECT count(*)::int AS n FROM reservation WHERE status = 'queued'`);
  expect(rows).toEqual([{ n: 0 }]);
});

test('what no board is like is refused with the reason', async () => {
  const refused = await on('', 'reserve', 'tag=flux', '--for', '1h', '--wait');
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('no board has the tag flux') });
});

test.each([
  ['2026-12-24T09:00+01:00', Date.UTC(2026, 11, 24, 8)],
  ['2026-12-24T09:00Z', Date.UTC(2026, 11, 24, 9)],
])('%s is a time', (written, at) => {
  expect(timeOf(written, 0)).toBe(at);
});

test('a time of day is the next one', () => {
  const noon = new Date(2026, 5, 1, 12).getTime();
  expect(timeOf('14:30', noon) - noon).toBe(150 * 60_000);
  expect(new Date(timeOf('9:00', noon))).toEqual(new Date(2026, 5, 2, 9));
});

test.each(['soon', '25:00', '12', ''])('%j is refused as a time and as a length', (written) => {
  expect(() => timeOf(written, 0)).toThrow(/is no time/);
  expect(() => minutesOf(written)).toThrow(/is no length of time/);
});

test('a launch that no board can serve is said before it is made, in a dry run too', async () => {
  const folder = userRepository({
    'firmloop.yaml': `machine: firmware-loop
build: { command: make }
environments: { bench: { type: board, image: fw.bin, tags: [laser] } }
agents: [{ use: patches, folder: patches }]
`,
    'patches/01.patch': 'a claim\n',
  });
  const { code, stdout, stderr } = await on('', 'run', folder, '--dry-run');
  expect([code, stdout, stderr]).toEqual([
    2,
    expect.stringContaining('Builds'),
    expect.stringMatching(
      /environments\.bench: the tests can run nowhere: (there is no board|no board has the tag laser)/,
    ),
  ]);
});
