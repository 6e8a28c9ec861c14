import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { noQuarantine } from '#lib/history/quarantine.ts';
import { linkTests, namedTest, unlinkTest } from '#server/store/history/test-names.ts';
import { outcomesOf, testResults } from '#server/store/history/test-results.ts';
import { projectForResults } from '#server/store/project-named.ts';
import { insertResultSet } from '#server/store/results.ts';
import { testPool } from '#server/testing/test-pool.ts';
import { startToyRun, toyEngine } from '#server/testing/toy-engine.ts';
import { importBuild, junitOf } from '../import/testing/import-build.ts';
import { compareSelections } from './compare-selections.ts';
import { judgeBuild } from './judge-build.ts';

const pool = await testPool();
let projectId: string;

beforeEach(async () => {
  ({ id: projectId } = await projectForResults(pool, `p-${randomUUID()}`));
});

const day = (n: number): string => new Date(Date.UTC(2026, 0, n)).toISOString();
/** A build of `main` on that day. */
const build = (n: number, letters: string, more: Record<string, string> = {}) =>
  importBuild(pool, projectId, junitOf(letters), { branch: 'main', build: String(n), measuredAt: day(n), ...more });

async function idOf(key: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM test_identity WHERE project_id = $1 AND key = $2', [
    projectId,
    key,
  ]);
  return rows[0]?.id ?? '';
}

describe('two measurements', () => {
  test('are compared test by test, by import, branch or release', async () => {
    const first = await build(1, 'ppffs.', { release: 'v1' });
    const second = await build(2, 'pfp.pf');
    const named = { before: `import:${first.number}`, after: 'branch:main' };
    const { before, after, difference } = await compareSelections(pool, projectId, named);
    expect([before.label, after.label]).toEqual([`import #${first.number}`, 'branch main, build 2']);
    expect(difference.tests.map(({ name, change }) => `${name} ${change}`).sort()).toEqual([
      ...['a still_passing', 'b regression', 'c fixed', 'd disappeared', 'e new_pass', 'f new_failure'],
    ]);
    expect(difference.regressions).toBe(2);
    const same = await compareSelections(pool, projectId, { before: 'release', after: `#${second.number}` });
    expect(same.difference.counts).toEqual(difference.counts);
  });

  test('of a build in two environments: the worst counts, and all imports of the build are one', async () => {
    await build(1, 'pp', { environment: 'qemu' });
    await build(1, 'pf', { environment: 'board' });
    await build(2, 'pp', { environment: 'qemu' });
    const { difference, after } = await compareSelections(pool, projectId, {
      before: 'branch:main',
      after: 'branch:main',
    });
    expect([after.sets.length, difference.counts.still_passing]).toEqual([1, 2]);
    const { rows } = await pool.query<{ number: number }>(
      `SELECT number FROM result_import WHERE project_id = $1 AND environment = 'board'`,
      [projectId],
    );
    const board = await compareSelections(pool, projectId, {
      before: `import:${rows[0]?.number}`,
      after: 'branch:main',
    });
    expect(board.difference.counts.fixed).toBe(1);
  });

  test.each([
    ['import:999999', /no results of import:999999/],
    ['branch:gone', /no results/],
    ['yesterday', /names no results/],
  ])('that are called %s are refused', async (name, why) => {
    await build(1, 'p');
    await expect(compareSelections(pool, projectId, { before: name, after: 'branch:main' })).rejects.toThrow(why);
  });
});

describe('the history of a test', () => {
  test('holds builds and iterations in the order of their time, each once, the newest measurement of an iteration alone', async () => {
    const runId = await startToyRun(toyEngine(pool), { goal: 1 });
    await pool.query('UPDATE run SET project_id = $2 WHERE id = $1', [runId, projectId]);
    const measure = (iteration: number, status: string) =>
      insertResultSet(pool, {
        ...{
          id: randomUUID(),
          runId,
          projectId,
          iteration,
          activityId: randomUUID(),
          format: 'tap',
          complete: true,
          counts: {},
          findings: [],
        },
        results: [
          {
            ...{ key: 's::a', suite: 's', name: 'a', rawName: 'a', attempt: 1, status, message: null },
            signature: null,
            durationMs: 1,
            file: null,
            line: null,
          },
        ],
      });
    await build(1, 'p');
    await build(1, 'p');
    await measure(0, 'failed');
    await measure(1, 'failed');
    await measure(1, 'passed');
    const entries = await testResults(pool, [await idOf('s::a')], { limit: 50 });
    expect(
      entries.map(
        ({ outcome, iteration, import: from }) => `${outcome} ${iteration ?? (from === null ? '?' : 'import')}`,
      ),
    ).toEqual(['passed 1', 'failed 0', 'passed import']);
    expect(entries.at(-1)).toMatchObject({
      branch: 'main',
      build: '1',
      durationMs: 500,
      attempts: 1,
      at: Date.parse(day(1)),
    });
  });

  test('goes on under a new name once the two are linked, and no longer when the link is taken back', async () => {
    await build(1, 'f');
    await build(2, '.p');
    const [old, now] = [await idOf('s::a'), await idOf('s::b')];
    await linkTests(pool, { from: old, to: now });
    const test = await namedTest(pool, old);
    expect(test).toMatchObject({ id: now, key: 's::b', otherNames: [{ key: 's::a' }] });
    expect((await testResults(pool, test.ids, { limit: 9 })).map(({ outcome }) => outcome)).toEqual([
      'passed',
      'failed',
    ]);
    expect((await outcomesOf(pool, [now], { limit: 9 })).get(now)?.outcomes).toEqual(['failed', 'passed']);
    const { difference } = await compareSelections(pool, projectId, {
      before: `import:${await numberOf('1')}`,
      after: 'branch:main',
    });
    expect(difference.tests.map(({ key, change }) => `${key} ${change}`)).toEqual(['s::b fixed']);
    await expect(linkTests(pool, { from: now, to: old })).rejects.toThrow(/cannot be linked/);
    await unlinkTest(pool, old);
    expect((await testResults(pool, (await namedTest(pool, now)).ids, { limit: 9 })).length).toBe(1);
  });

  const numberOf = async (buildNumber: string): Promise<number> => {
    const { rows } = await pool.query<{ number: number }>(
      'SELECT number FROM result_import WHERE project_id = $1 AND build = $2',
      [projectId, buildNumber],
    );
    return rows[0]?.number ?? 0;
  };
});

describe('quality gates', () => {
  const judge = (subject: string, more = {}) =>
    judgeBuild(pool, { projectId, subject, quarantine: noQuarantine, ...more });

  test('compare a build with the one before on its branch and with the last release', async () => {
    await build(1, 'pppf', { release: 'v1' });
    await build(2, 'ppff');
    await importBuild(pool, projectId, junitOf('ffff'), { branch: 'wip', build: '3', measuredAt: day(3) });
    const judged = await judge('branch:main');
    expect(judged.holds).toBe(false);
    expect(judged.gates).toMatchObject([
      {
        gate: 'no-new-failure',
        holds: false,
        tests: ['s::c'],
        reason: expect.stringContaining('branch main, build 1'),
      },
      { gate: 'not-below-release', holds: false },
      { gate: 'no-new-flaky', holds: true },
    ]);
    await build(4, 'pppp');
    expect((await judge('branch:main')).holds).toBe(true);
    expect((await judge('branch:wip')).gates[0]).toMatchObject({ holds: null });
    await expect(judge('branch:main', { against: 'branch:main' })).rejects.toThrow(/compared with itself/);
  });

  test('are closed by a test that has become flaky, and stay so for that build whatever is measured later', async () => {
    for (const [at, letters] of ['p', 'p', 'f', 'p', 'p'].entries()) await build(at + 1, letters);
    expect((await judge('branch:main')).gates[2]?.holds).toBe(true);
    const sixth = await build(6, 'k');
    expect((await judge('branch:main')).gates[2]).toMatchObject({ holds: false, tests: ['s::a'] });
    await build(7, 'p');
    expect((await judge('branch:main')).gates[2]?.holds).toBe(true);
    expect((await judge(`import:${sixth.number}`)).gates[2]).toMatchObject({ holds: false, tests: ['s::a'] });
  });
});
