import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import type { Pool } from 'pg';
import { pack } from 'tar-stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createArtifactStore } from '#server/artifacts/artifact-store.ts';
import { openPool } from '#server/db/pool.ts';
import { openPrisma, type PrismaClient } from '#server/db/prisma.ts';
import { workBacklog } from '#server/results/import/work-backlog.ts';
import { projectForResults } from '#server/store/project-named.ts';
import { personWith } from '#server/testing/person.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { toyEngine } from '#server/testing/toy-engine.ts';
import { makeZip } from '#server/uploads/testing/make-zip.ts';
import { createHub } from '../hub.ts';
import type { Services } from '../services.ts';
import { uploadResults } from './upload-results.ts';

const ended = new AbortController();
let database: TestDatabase;
let pool: Pool;
let prisma: PrismaClient;
let services: Services;
let projectId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.databaseUrl, { max: 6, name: 'test' });
  prisma = openPrisma(database.databaseUrl, 2);
  services = {
    ...{ pool, prisma, engine: toyEngine(pool), home: '/nowhere' },
    artifacts: createArtifactStore(pool, (text) => text),
    hub: createHub(database.databaseUrl, ended.signal),
  };
  ({ id: projectId } = await projectForResults(pool, 'thermostat'));
});

afterAll(async () => {
  ended.abort();
  await workBacklog(pool, services.artifacts);
  await prisma.$disconnect();
  await pool.end();
  await database.drop();
});

const from = { door: 'api', address: '10.0.0.1' } as const;
const junit = '<testsuite name="s"><testcase name="a"/></testsuite>';

function upload(bytes: string | Buffer, query: Record<string, string>, person = personWith('engineer')) {
  const content = (async function* () {
    yield Buffer.from(bytes);
  })();
  return uploadResults({ services, person, from, query, content });
}

async function filesOf(number: number) {
  await expect
    .poll(async () => {
      await workBacklog(pool, services.artifacts);
      const { rows } = await pool.query(
        `SELECT count(*)::int AS n FROM import_file f JOIN result_import i ON i.id = f.import_id WHERE i.number = $1 AND finished_at IS NULL`,
        [number],
      );
      return rows[0].n;
    })
    .toBe(0);
  const { rows } = await pool.query(
    `SELECT f.name, f.state, f.reason FROM import_file f JOIN result_import i ON i.id = f.import_id WHERE i.number = $1 ORDER BY f.name`,
    [number],
  );
  return rows;
}

test('a file is kept, read, and stands in the audit log with who brought it', async () => {
  const uploaded = await upload(junit, { project: 'thermostat', name: 'unit.xml', branch: 'main', build: '7' });
  expect(uploaded).toMatchObject({ files: 1, href: `/results/${uploaded.import}` });
  expect(await filesOf(uploaded.import)).toEqual([{ name: 'unit.xml', state: 'stored', reason: null }]);
  const { rows } = await pool.query(
    `SELECT actor, door, address, target_id FROM audit WHERE action = 'results.import'`,
  );
  expect(rows).toEqual([{ actor: 'eve', ...from, target_id: String(uploaded.import) }]);
});

test('of an archive each file is one; one with a document type is set aside and the others are read', async () => {
  const hostile =
    '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><testsuite name="&a;"><testcase name="a"/></testsuite>';
  const zip = makeZip([
    { name: 'a/unit.xml', content: junit },
    { name: 'b/hostile.xml', content: hostile },
  ]);
  const { import: number, files } = await upload(zip, { project: projectId, name: 'all.zip', build: '8' });
  expect(files).toBe(2);
  expect(await filesOf(number)).toEqual([
    { name: 'all.zip/a/unit.xml', state: 'stored', reason: null },
    { name: 'all.zip/b/hostile.xml', state: 'set_aside', reason: expect.stringContaining('document type') },
  ]);
});

test('of the bundle that a controller gathered, each file is read for itself, and what is packed once more is set aside', async () => {
  const selLine = '1,01/31/2024,12:00:00,Power Supply PSU1,Power Supply AC lost,Asserted\n';
  const bundle = pack();
  bundle.entry({ name: 'dump/elog.csv' }, selLine);
  bundle.entry({ name: 'dump/events.csv.gz' }, gzipSync(selLine.replace('PSU1', 'PSU2')));
  bundle.entry({ name: 'dump/cut.csv.gz' }, gzipSync(selLine).subarray(0, -9));
  bundle.entry({ name: 'dump/inner.zip' }, makeZip([{ name: 'unit.xml', content: junit }]));
  bundle.entry({ name: 'dump/os-release' }, 'ID=openbmc\n');
  bundle.finalize();
  const { import: number } = await upload(gzipSync(await buffer(bundle)), {
    project: projectId,
    name: 'ffdc.tar.gz',
    build: '9',
  });
  expect(await filesOf(number)).toEqual([
    { name: 'ffdc.tar.gz/dump/cut.csv.gz', state: 'set_aside', reason: expect.stringContaining('damaged') },
    { name: 'ffdc.tar.gz/dump/elog.csv', state: 'stored', reason: null },
    { name: 'ffdc.tar.gz/dump/events.csv.gz', state: 'stored', reason: null },
    { name: 'ffdc.tar.gz/dump/inner.zip', state: 'set_aside', reason: expect.stringContaining('an archive') },
    { name: 'ffdc.tar.gz/dump/os-release', state: 'set_aside', reason: expect.stringContaining('no known format') },
  ]);
});

test('of a hundred files the bad one alone is set aside, and the same upload again counts nothing twice', async () => {
  const entries = Array.from({ length: 100 }, (_, at) => ({
    name: `${at}.xml`,
    content: at === 50 ? '' : junit.replace('"a"', `"t${at}"`),
  }));
  const query = { project: projectId, name: 'all.zip', build: '100' };
  const { import: number } = await upload(makeZip(entries), query);
  const again = await upload(makeZip(entries), query);
  expect(again.import).toBe(number);
  const states = (await filesOf(number)).map(({ state }) => state);
  expect(Map.groupBy(states, (state) => state).get('stored')).toHaveLength(99);
  expect(Map.groupBy(states, (state) => state).get('same')).toHaveLength(99);
  expect(Map.groupBy(states, (state) => state).get('set_aside')).toHaveLength(2);
  const { rows } = await pool.query(
    `SELECT count(*)::int AS n FROM test_result r JOIN result_set s ON s.id = r.result_set_id JOIN result_import i ON i.id = s.import_id WHERE i.number = $1`,
    [number],
  );
  expect(rows).toEqual([{ n: 99 }]);
});

test('one gzipped file is read as what is in it', async () => {
  const { import: number } = await upload(gzipSync(junit), { project: projectId, name: 'unit.xml.gz', build: '10' });
  expect(await filesOf(number)).toEqual([{ name: 'unit.xml.gz', state: 'stored', reason: null }]);
});

test.each([
  ['a project that is not there', { project: 'nowhere', name: 'x' }, 'NOT_FOUND'],
  ['no name', { project: 'thermostat' }, 'BAD_INPUT'],
  ['a format that needs more', { project: 'thermostat', name: 'x', format: 'pattern' }, 'BAD_INPUT'],
  ['an unknown word', { project: 'thermostat', name: 'x', colour: 'red' }, 'BAD_INPUT'],
])('%s is refused', async (_, query, code) => {
  await expect(upload(junit, query)).rejects.toMatchObject({ code });
});

test('an archive that leads outside is refused as a whole', async () => {
  const zip = makeZip([{ name: '../x.xml', content: junit }]);
  await expect(upload(zip, { project: 'thermostat', name: 'x.zip' })).rejects.toThrow(/its path/);
});

test('who may only look brings nothing, and whoever works elsewhere does not learn of the project', async () => {
  const query = { project: 'thermostat', name: 'x.xml' };
  await expect(upload(junit, query, personWith('viewer'))).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const elsewhere = personWith('admin', { project: '00000000-0000-4000-8000-000000000000' });
  await expect(upload(junit, query, elsewhere)).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'There is no project thermostat.',
  });
});
