import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createArtifactStore } from '#server/artifacts/artifact-store.ts';
import { openPool } from '#server/db/pool.ts';
import { openPrisma, type PrismaClient } from '#server/db/prisma.ts';
import { importBuild, junitOf } from '#server/results/import/testing/import-build.ts';
import { projectAt } from '#server/store/project-at.ts';
import { personWith } from '#server/testing/person.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { toyEngine } from '#server/testing/toy-engine.ts';
import { createGit } from '#server/workspace/git.ts';
import { callerOf } from '../app-router.ts';
import { createHub } from '../hub.ts';

const ended = new AbortController();
let database: TestDatabase;
let pool: Pool;
let prisma: PrismaClient;
let repository: string;
let projectId: string;
let results: ReturnType<typeof callerOf>['results'];

/** Of a to e: steady, broken for good, flaky, mended, in quarantine. */
const builds = ['ppppp', 'ppfff', 'ppppf', 'pffpf', 'pfppf', 'pfkpf'];

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.databaseUrl, { max: 4, name: 'test' });
  prisma = openPrisma(database.databaseUrl, 2);
  repository = await mkdtemp(join(tmpdir(), 'results-router-'));
  await writeFile(
    join(repository, 'firmloop-quarantine.yaml'),
    'tests:\n  - { test: "s::e", because: rev B }\n  - { test: old, because: x, until: 2020-01-01 }\n',
  );
  const git = createGit();
  const author = ['-c', 'user.name=t', '-c', 'user.email=t@example.org'];
  for (const args of [
    ['init', '--quiet'],
    ['add', '.'],
    [...author, 'commit', '--quiet', '-m', 'list'],
  ])
    await git(args, { cwd: repository });
  ({ id: projectId } = await projectAt(pool, { repository, name: 'thermostat' }));
  for (const [day, letters] of builds.entries())
    await importBuild(pool, projectId, junitOf(letters), {
      ...{ branch: 'main', build: String(day), board: day % 2 === 0 ? 'one' : 'two' },
      measuredAt: new Date(Date.UTC(2026, 0, day + 1)).toISOString(),
      ...(day === 0 ? { release: 'v1' } : {}),
    });
  const artifacts = createArtifactStore(pool, (text) => text);
  const hub = createHub(database.databaseUrl, ended.signal);
  const services = { pool, prisma, engine: toyEngine(pool), artifacts, hub, home: '/nowhere' };
  ({ results } = callerOf({ services, person: personWith('lead') }));
});

afterAll(async () => {
  ended.abort();
  await prisma.$disconnect();
  await pool.end();
  await database.drop();
  await rm(repository, { recursive: true });
});

test('tests are listed by how they stand, and the list in the repository says which are in quarantine', async () => {
  const shown = async (view: 'failing' | 'flaky' | 'quarantine' | 'all') =>
    (await results.tests({ projectId, view })).rows.map(({ name }) => name);
  expect(await shown('failing')).toEqual(['e', 'b']);
  expect(await shown('flaky')).toEqual(['c']);
  expect(await shown('quarantine')).toEqual(['e']);
  expect(await shown('all')).toEqual(['a', 'b', 'c', 'd', 'e']);
  const { rows, expired, quarantine } = await results.tests({ projectId, view: 'all', text: 's::e' });
  expect(rows).toMatchObject([
    { isFailing: true, quarantined: 'rev B', strip: ['passed', 'failed', 'failed', 'failed', 'failed', 'failed'] },
  ]);
  expect([quarantine, expired.map(({ test: name }) => name)]).toEqual([2, ['old']]);
});

test('sums of a build are sums of its rows', async () => {
  const { imports } = await results.overview({});
  for (const { number, tests } of imports) {
    const { rows } = await pool.query(
      `SELECT count(*) FILTER (WHERE r.outcome IN ('passed', 'flaky'))::int AS passed, count(*) FILTER (WHERE r.outcome = 'failed')::int AS failed,
         count(*) FILTER (WHERE r.outcome = 'error')::int AS errors, count(*) FILTER (WHERE r.outcome = 'flaky')::int AS flaky
       FROM test_result r JOIN result_set s ON s.id = r.result_set_id JOIN result_import i ON i.id = s.import_id WHERE i.number = $1`,
      [number],
    );
    expect(tests).toMatchObject(rows[0]);
  }
  expect(imports).toHaveLength(builds.length);
});

test('who looks after a failure is told at every later one that says the same, and it stands in the audit log', async () => {
  const [cluster] = await results.clusters({ projectId, branch: null });
  expect(cluster).toMatchObject({ signature: 'expected #, got #', tests: 4, owner: null });
  expect((await results.clusters({ projectId, branch: 'main' }))[0]).toEqual(cluster);
  expect(await results.clusters({ projectId, branch: 'another' })).toEqual([]);
  await results.note({ projectId, signature: 'expected #, got #', owner: 'ana', issue: ' ', note: null });
  await importBuild(pool, projectId, junitOf('....f'), {
    branch: 'main',
    build: '99',
    measuredAt: '2026-02-01T00:00:00Z',
  });
  expect((await results.clusters({ projectId, branch: null }))[0]).toMatchObject({ owner: 'ana', issue: null });
  const test = (await results.tests({ projectId, view: 'all', text: 's::e' })).rows[0]?.id ?? '';
  expect((await results.test({ testId: test })).notes).toEqual({
    'expected #, got #': { owner: 'ana', issue: null, note: null },
  });
  const { rows } = await pool.query(`SELECT actor, after FROM audit WHERE action = 'results.note'`);
  expect(rows).toEqual([{ actor: 'eve', after: { owner: 'ana', issue: null, note: null } }]);
});

test('a gate is told by the API with its reasons, quarantine excused', async () => {
  const verdict = await results.gate({ projectId, subject: 'import:6', against: 'import:1' });
  expect(verdict).toMatchObject({ holds: false, excused: ['s::e'], before: 'import #1', release: 'release v1' });
  expect(verdict.gates[0]).toMatchObject({ gate: 'no-new-failure', tests: ['s::b'] });
});

test('other rules are tried on the tests of today before they are saved, and then hold for what is read', async () => {
  const rules = [{ name: 'letters', pattern: '^[ab]$', becomes: '<letter>' }];
  expect(await results.previewRules({ projectId, rules })).toMatchObject({
    joined: 0,
    apart: [{ key: 's::<letter>', tests: ['s::a', 's::b'] }],
  });
  await results.setRules({ projectId, rules });
  expect(await results.rules({ projectId })).toEqual({ rules, isOwn: true });
  await results.setRules({ projectId, rules: null });
  expect(await results.rules({ projectId })).toMatchObject({ isOwn: false });
  await expect(results.setRules({ projectId, rules: [{ name: 'x', pattern: '(', becomes: '' }] })).rejects.toThrow(
    /no regular expression/,
  );
});

test('a file that is not set aside cannot be read again', async () => {
  const { files } = await results.page({ import: 1 });
  await expect(results.retry({ fileId: files[0]?.id ?? '' })).rejects.toMatchObject({ code: 'CONFLICT' });
});
