import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { firmware, projectFile, setting } from '#server/scenarios/firmware.ts';
import { play, standForFile } from '#server/scenarios/kit.ts';
import { linkTests, namedTest, unlinkTest } from '#server/store/history/test-names.ts';
import { testResults } from '#server/store/history/test-results.ts';
import { projectForResults } from '#server/store/project-named.ts';
import { testsOf } from '#server/store/results.ts';
import { importBuild } from '../import/testing/import-build.ts';
import { changeRules, joinLate } from './change-rules.ts';

const stand = standForFile();
const rules = [{ name: 'duration', pattern: '\\d+ ms', becomes: '<time>' }];
let pool: Pool;

beforeAll(() => {
  ({ pool } = stand());
});

const newProject = async () => (await projectForResults(pool, randomUUID())).id;

/** A build of one day whose tests have these names; `!` before a name is a failure. */
async function build(projectId: string, day: number, ...names: string[]) {
  const points = names.map(
    (name, at) => `${name.startsWith('!') ? 'not ' : ''}ok ${at + 1} - ${name.replace('!', '')}\n`,
  );
  const facts = { branch: 'main', build: String(day), measuredAt: `2026-01-0${day}T12:00:00Z`, name: 'out.tap' };
  return await importBuild(pool, projectId, `1..${names.length}\n${points.join('')}`, facts);
}

async function idOf(projectId: string, key: string): Promise<string> {
  const { rows } = await pool.query('SELECT id FROM test_identity WHERE project_id = $1 AND key = $2', [
    projectId,
    key,
  ]);
  return rows[0]?.id ?? '';
}

/** What the history of the test of this key holds, the oldest first. */
async function history(projectId: string, key: string): Promise<string> {
  const { ids } = await namedTest(pool, await idOf(projectId, key));
  const entries = await testResults(pool, ids, { limit: 50 });
  return entries
    .map(({ build: number, run, outcome }) => `${run === null ? number : 'run'} ${outcome}`)
    .reverse()
    .join(', ');
}

const change = (projectId: string, to: typeof rules | null) => changeRules(pool, { projectId, rules: to, by: 'ana' });

describe('other rules of identity', () => {
  test('join the histories of what becomes one test, and let go of them when they are taken back', async () => {
    const project = await newProject();
    await build(project, 1, 'boot 17 ms');
    await build(project, 2, '!boot 18 ms');
    expect(await change(project, rules)).toMatchObject({ joined: [{ key: 'boot <time>' }], apart: [], mixed: [] });
    await build(project, 3, 'boot 19 ms');
    for (const key of ['boot <time>', 'boot 17 ms', 'boot 18 ms'])
      expect(await history(project, key)).toBe('1 passed, 2 failed, 3 passed');
    await change(project, null);
    await build(project, 4, 'boot 17 ms');
    expect(await history(project, 'boot 17 ms')).toBe('1 passed, 4 passed');
    expect(await history(project, 'boot 18 ms')).toBe('2 failed');
    await change(project, rules);
    expect(await history(project, 'boot 17 ms')).toBe('1 passed, 2 failed, 3 passed, 4 passed');
  });

  test('keep the name under which each result came, and what came under several names in one piece', async () => {
    const project = await newProject();
    await change(project, rules);
    await build(project, 1, 'boot 17 ms');
    await build(project, 2, 'boot 18 ms');
    const { rows } = await pool.query(
      `SELECT coalesce(r.raw_name, t.name) AS name FROM test_result r JOIN test_identity t ON t.id = r.test_id
       WHERE t.project_id = $1 ORDER BY r.measured_at`,
      [project],
    );
    expect(rows).toEqual([{ name: 'boot 17 ms' }, { name: 'boot 18 ms' }]);
    expect(await change(project, null)).toMatchObject({ mixed: [{ key: 'boot <time>' }], ruled: [] });
    expect(await history(project, 'boot <time>')).toBe('1 passed, 2 passed');
  });

  test('never make one of two tests that were measured together', async () => {
    const project = await newProject();
    await build(project, 1, 'send 1 ms', '!send 2 ms');
    expect(await change(project, rules)).toMatchObject({ joined: [], ruled: [], apart: [{ key: 'send <time>' }] });
    expect([await history(project, 'send 1 ms'), await history(project, 'send 2 ms')]).toEqual([
      '1 passed',
      '1 failed',
    ]);
  });

  test('leave links that a person made, and follow them', async () => {
    const project = await newProject();
    await build(project, 1, 'start');
    await build(project, 2, 'boot 17 ms');
    const old = await idOf(project, 'start');
    await linkTests(pool, { from: old, to: await idOf(project, 'boot 17 ms') });
    await change(project, rules);
    await build(project, 3, 'boot 18 ms');
    expect(await history(project, 'start')).toBe('1 passed, 2 passed, 3 passed');
    const { otherNames } = await namedTest(pool, old);
    expect(otherNames.map(({ key, isByHand }) => [key, isByHand])).toEqual([
      ['boot 17 ms', false],
      ['start', true],
    ]);
    await change(project, null);
    expect(await history(project, 'start')).toBe('1 passed, 2 passed');
    await unlinkTest(pool, old);
    expect(await history(project, 'start')).toBe('1 passed');
  });

  test('that come while a file is read join its results as soon as they are stored', async () => {
    const project = await newProject();
    await build(project, 1, 'boot 17 ms');
    await change(project, rules);
    await change(project, null);
    await build(project, 2, 'boot 18 ms');
    await pool.query(`INSERT INTO identity_rules (project_id, rules, updated_by) VALUES ($1, $2, 'ana')`, [
      project,
      JSON.stringify(rules),
    ]);
    await joinLate(pool, { projectId: project, readBy: undefined });
    expect(await history(project, 'boot 18 ms')).toBe('1 passed, 2 passed');
  });

  test('hold for what a loop compares with that was measured before', async () => {
    const project = await newProject();
    const { resultSetId } = await build(project, 1, 'boot 17 ms');
    await change(project, rules);
    expect((await testsOf(pool, resultSetId)).map(({ key, name }) => [key, name])).toEqual([
      ['boot <time>', 'boot 17 ms'],
    ]);
  });
});

test('a loop and an import have the same tests, by the rules of their project', { timeout: 120_000 }, async () => {
  const { id: project } = await projectForResults(pool, 'registers');
  await change(project, rules);
  await build(project, 1, 'a in 5 ms', '!b in 6 ms', '!c in 7 ms');
  const program = `. ./src/registers
for name in a b c; do
  eval value=\\$$name; n=$((n+1))
  if [ "$value" = 1 ]; then echo "ok $n - $name in $(date +%N) ms"; else echo "not ok $n - $name in $(date +%N) ms"; failed=1; fi
done
echo "1..$n"; exit \${failed:-0}
`;
  const files = { 'tests/run.sh': program, 'firmloop.yaml': projectFile };
  const story = await play(stand(), firmware({ files, patches: [setting('a=1\nb=1\nc=1\n')] }));
  expect(story.outcome, story.trace).toBe('SUCCESS');
  expect(story.trace).not.toMatch(/vanish|went|[1-9]\d* regression/);
  const { rows } = await pool.query('SELECT key FROM test_identity WHERE project_id = $1 ORDER BY key', [project]);
  expect(rows.map(({ key }) => key)).toEqual(['a in <time>', 'b in <time>', 'c in <time>']);
  expect(await history(project, 'b in <time>')).toMatch(/^1 failed, run failed, run passed/);
});
