import { beforeAll, expect, test } from 'vitest';
import { type BuildFacts, buildFactsSchema } from '#lib/results/build-facts.ts';
import { createArtifactStore } from '#server/artifacts/artifact-store.ts';
import { addReadFile, addWaitingFile } from '#server/store/imports/import-files.ts';
import { importOfBuild } from '#server/store/imports/import-of-build.ts';
import { retryFile } from '#server/store/imports/take-file.ts';
import { projectForResults } from '#server/store/project-named.ts';
import { testPool } from '#server/testing/test-pool.ts';
import { importResults } from './import-results.ts';
import { keepFile } from './keep-file.ts';
import { readResults } from './read-results.ts';
import { sourceOfBytes } from './result-source.ts';
import { workBacklog } from './work-backlog.ts';

const pool = await testPool();
let projectId: string;
const plain = (text: string): string => text;

beforeAll(async () => {
  ({ id: projectId } = await projectForResults(pool, 'thermostat'));
});

const factsOf = (facts: Partial<Record<keyof BuildFacts, string>> = {}): BuildFacts => buildFactsSchema.parse(facts);

async function importText(text: string, facts: BuildFacts, name = 'out.tap') {
  const { id: importId } = await importOfBuild(pool, { projectId, facts, by: 'tester' });
  const { sha256, results } = await readResults(sourceOfBytes(Buffer.from(text)));
  if ('reason' in results) throw new Error(results.reason);
  const end = await importResults(pool, { importId, projectId, facts, name, sha256, parsed: results });
  await addReadFile(pool, { importId, name, bytes: text.length, sha256, askedFormat: null, blob: null }, end);
  return { importId, ...end };
}

async function rowsOf(set: string) {
  const { rows } = await pool.query(
    `SELECT t.key, r.attempt, r.status, r.outcome, r.raw_name, r.signature FROM test_result r JOIN test_identity t ON t.id = r.test_id
     WHERE r.result_set_id = $1 ORDER BY t.key, r.attempt`,
    [set],
  );
  return rows;
}

test('the same bytes of the same build are stored once, of another build again', async () => {
  const tap = '1..2\nok 1 - a\nnot ok 2 - b\n';
  const first = await importText(tap, factsOf({ branch: 'main', build: '7' }));
  const again = await importText(tap, factsOf({ branch: 'main', build: '7' }));
  const next = await importText(tap, factsOf({ branch: 'main', build: '8' }));
  expect([first.state, again.state, next.state]).toEqual(['stored', 'same', 'stored']);
  expect(again).toMatchObject({ importId: first.importId, resultSetId: first.resultSetId });
  expect(next.importId).not.toBe(first.importId);
});

test('without anything known of the build, equal bytes are equal results whenever they come', async () => {
  const [first, again] = [
    await importText('1..1\nok 1 - c\n', factsOf()),
    await importText('1..1\nok 1 - c\n', factsOf()),
  ];
  expect([again.state, again.resultSetId]).toEqual(['same', first.resultSetId]);
});

test('two imports of the same file at the same time make one set of results', async () => {
  const both = await Promise.all([0, 1].map(() => importText('1..1\nok 1 - d\n', factsOf({ commit: 'abc' }))));
  expect(new Set(both.map(({ resultSetId }) => resultSetId)).size).toBe(1);
  expect(both.map(({ state }) => state).sort()).toEqual(['same', 'stored']);
});

test('each attempt is a row, and the last one says what all came to', async () => {
  const junit =
    '<testsuite name="s"><testcase name="flaky"><flakyFailure message="one"/></testcase><testcase name="x"><failure message="no 12"/></testcase><testcase name="x"><error/></testcase></testsuite>';
  const { resultSetId, counts } = await importText(junit, factsOf({ build: '9' }));
  expect(counts).toMatchObject({ cases: 2, attempts: 4, flaky: 1 });
  expect(await rowsOf(resultSetId)).toMatchObject([
    { key: 's::flaky', attempt: 1, status: 'failed', outcome: null },
    { key: 's::flaky', attempt: 2, status: 'passed', outcome: 'flaky', raw_name: null },
    { key: 's::x', attempt: 1, status: 'failed', outcome: null, signature: 'no #' },
    { key: 's::x', attempt: 2, status: 'error', outcome: 'failed' },
  ]);
});

test('names and messages with tabs, backslashes, line feeds and NUL come back as they were, NUL visibly replaced', async () => {
  const name = 'tab\\there \\N C:\\new';
  const junit = `<testsuite name="s"><testcase name="${name}"><failure>one\ttwo\nthree\\\u0000</failure></testcase></testsuite>`;
  const { resultSetId } = await importText(junit, factsOf({ build: '10' }));
  const { rows } = await pool.query(
    'SELECT t.name, r.message FROM test_result r JOIN test_identity t ON t.id = r.test_id WHERE result_set_id = $1',
    [resultSetId],
  );
  expect(rows).toEqual([{ name, message: 'one\ttwo\nthree\\␀' }]);
});

test('output that ends early is stored with an error of its own and is never a pass', async () => {
  const { resultSetId } = await importText('1..3\nok 1 - a\n', factsOf({ build: '11' }));
  expect(await rowsOf(resultSetId)).toMatchObject([{ key: '(run ended early)', outcome: 'error' }, { key: 'a' }]);
});

test('a job that was tried again takes the place of its first result; other parts of the build stay', async () => {
  const facts = factsOf({ build: '12' });
  const first = await importText('1..1\nnot ok 1 - radio\n', facts, 'radio.tap');
  const other = await importText('1..1\nok 1 - uart\n', facts, 'radio.tap');
  const again = await importText('1..1\nok 1 - radio\n# again\n', facts, 'radio.tap');
  const { rows } = await pool.query<{ id: string; latest: boolean }>(
    'SELECT id, latest FROM result_set WHERE import_id = $1',
    [first.importId],
  );
  expect(new Map(rows.map(({ id, latest }) => [id, latest]))).toEqual(
    new Map([
      [first.resultSetId, false],
      [other.resultSetId, true],
      [again.resultSetId, true],
    ]),
  );
});

test('one bad file of many is set aside with its reason, can be tried again, and holds up no other', async () => {
  const artifacts = createArtifactStore(pool, plain);
  const facts = factsOf({ build: '13' });
  const { id: importId } = await importOfBuild(pool, { projectId, facts, by: 'tester' });
  const wait = async (name: string, text: string) => {
    const kept = await keepFile(pool, plain, sourceOfBytes(Buffer.from(text))());
    const { blob, sha256, bytes } = kept;
    if (blob === null) throw new Error('kept');
    return await addWaitingFile(pool, { importId, name, bytes, sha256, askedFormat: null, blob });
  };
  const bad = await wait('bad.txt', 'name;PASS?\n');
  await wait('good.tap', '1..1\nok 1 - good\n');
  const stateOf = async () =>
    (await pool.query('SELECT name, state, reason FROM import_file WHERE import_id = $1 ORDER BY name', [importId]))
      .rows;
  expect(await workBacklog(pool, artifacts)).toBe(2);
  expect(await stateOf()).toEqual([
    { name: 'bad.txt', state: 'set_aside', reason: expect.stringContaining('no known format') },
    { name: 'good.tap', state: 'stored', reason: null },
  ]);
  expect(await retryFile(pool, bad, 'unity')).toBe(true);
  expect(await retryFile(pool, bad, null)).toBe(false);
  await workBacklog(pool, artifacts);
  expect((await stateOf())[0]).toMatchObject({
    state: 'set_aside',
    reason: expect.stringContaining('looks like unity'),
  });
  await pool.query(
    `UPDATE import_file SET state = 'working', finished_at = NULL, tries = 3, started_at = now() - interval '1 hour' WHERE id = $1`,
    [bad],
  );
  await workBacklog(pool, artifacts);
  expect((await stateOf())[0]).toMatchObject({ reason: expect.stringContaining('died 3 times') });
});

test('a project that had only results becomes that of the repository which is launched under its name', async () => {
  const { projectAt } = await import('#server/store/project-at.ts');
  expect(await projectAt(pool, { repository: '/fw/thermostat', name: 'thermostat' })).toEqual({
    id: projectId,
    name: 'thermostat',
  });
});
