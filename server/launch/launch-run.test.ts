import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LaunchChoices } from '#lib/launch/choices.ts';
import { openPool } from '#server/db/pool.ts';
import { forkRun } from '#server/engine/fork-run.ts';
import { installedEngine } from '#server/engine/installed.ts';
import { storedRun } from '#server/store/stored-run.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { scratchFolder, userGit, userRepository, writeFiles } from '#server/workspace/testing.ts';
import { forkLaunch } from './fork-launch.ts';
import { launchAgain } from './launch-again.ts';
import { launchRun } from './launch-run.ts';
import { previewLaunch } from './preview-launch.ts';

const yaml = `machine: firmware-loop
name: thermostat
build: { command: make }
environments: { host: { type: host, test: ./run }, bench: { type: board, image: fw.bin } }
agents: [{ use: patches, folder: patches }, { use: cli, name: coder, command: [coder] }]
`;
const files = { 'firmloop.yaml': yaml, 'src/a.c': 'int a;\n', 'patches/01.patch': 'a claim\n' };
const works = { environment: 'host', agents: ['patches'] };

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.databaseUrl, { max: 4, name: 'launch-test' });
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

const launch = (folder: string, choices: Partial<LaunchChoices> = {}) =>
  launchRun(installedEngine(pool), { folder, ...works, ...choices, by: 'ada', door: 'cli' });

async function runCount(): Promise<number> {
  const { rows } = await pool.query('SELECT count(*)::int AS runs FROM run');
  return (rows[0] as { runs: number }).runs;
}

describe('launchRun', () => {
  test('sets a run going in the project of its folder and writes down who did it', async () => {
    const folder = userRepository(files);
    const { runId, number, summary } = await launch(folder, { mode: 'ci', maxIterations: 4, goal: 'All pass' });
    const run = await storedRun(pool, runId);
    expect(run).toMatchObject({ number, machine: 'firmware-loop', title: 'All pass', state: 'INIT.LOAD_CONFIG' });
    expect(run.input).toMatchObject({
      repository: { path: folder },
      baseCommit: userGit(folder, 'rev-parse', 'HEAD'),
      ref: 'main',
      mode: 'ci',
      environment: 'host',
      strategies: [{ name: 'patches', agents: ['patches'] }],
      limits: { max_iterations: 4 },
    });
    expect(summary).toContainEqual(expect.stringContaining('after 4 iterations'));
    const { rows } = await pool.query('SELECT actor, action, door, after FROM audit WHERE target_id = $1', [runId]);
    expect(rows).toMatchObject([{ actor: 'ada', action: 'run.launch', door: 'cli', after: { number } }]);
  });

  test('asking twice with one command, also at the same moment, launches once and answers the same run', async () => {
    const folder = userRepository(files);
    const before = await runCount();
    const request = { folder, ...works, by: 'ada', door: 'web', commandId: 'click' } as const;
    const engine = installedEngine(pool);
    const [one, other] = await Promise.all([launchRun(engine, request), launchRun(engine, request)]);
    renameSync(folder, `${folder}.gone`);
    const late = await launchRun(engine, request);
    for (const { runId, number } of [other, late])
      expect({ runId, number }).toEqual({ runId: one.runId, number: one.number });
    expect(await runCount()).toBe(before + 1);
    const { rows } = await pool.query('SELECT 1 FROM audit WHERE target_id = $1', [one.runId]);
    expect(rows).toHaveLength(1);
    await expect(launchRun(engine, { ...request, by: 'bob' })).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });

  test('takes the logs that came with it as evidence, under their names, without known secrets', async () => {
    process.env.LAB_API_TOKEN = 'sesame-1234567890';
    const logs = [
      { name: 'ci.log', text: 'assert failed\0 with sesame-1234567890\n' },
      { name: 'ci.log', text: 'another\n' },
    ];
    const folder = userRepository(files);
    const { runId } = await launchRun(installedEngine(pool), { folder, ...works, by: 'ada', door: 'web', logs });
    delete process.env.LAB_API_TOKEN;
    const { rows } = await pool.query(
      `SELECT u.name, u.hash, convert_from(replace(encode(c.data, 'escape'), '\\000', '')::bytea, 'utf8') AS text
       FROM run_artifact u JOIN artifact_chunk c ON c.hash = u.hash WHERE u.run_id = $1 AND u.kind = 'log' AND u.name LIKE 'launch/%' ORDER BY u.name`,
      [runId],
    );
    expect(rows).toMatchObject([
      { name: 'launch/ci.log', text: expect.not.stringContaining('sesame') },
      { name: 'launch/ci.log (2)', text: 'another\n' },
    ]);
    const { input } = await storedRun(pool, runId);
    expect(input).toMatchObject({ evidence: rows.map(({ hash }) => hash) });
  });

  test('can be made again like an earlier one, and like a fork of it', async () => {
    const folder = userRepository(files);
    const choices = { mode: 'ci', set: { 'criteria.target_pass_rate': 0.9 } } as const;
    const { runId, number } = await launch(folder, choices);
    const asked = { folder, ...works, ...choices };
    expect(await launchAgain(pool, number)).toEqual(asked);
    const fork = await forkRun(installedEngine(pool), { runId, atSeq: 1, by: 'bob', reason: '', commandId: 'fork' });
    expect(await launchAgain(pool, fork.number)).toEqual(asked);
    const other = { ...asked, maxIterations: 4, set: { 'criteria.target_pass_rate': 0.8 } };
    const request = { run: number, atSeq: 1, choices: other, by: 'bob', reason: 'lower', commandId: 'other' };
    const [one, again] = [
      await forkLaunch(installedEngine(pool), request),
      await forkLaunch(installedEngine(pool), request),
    ];
    expect(again).toEqual(one);
    expect((await storedRun(pool, one.id)).envelope.context).toMatchObject({
      settings: { mode: 'ci', criteria: { target_pass_rate: 0.8 }, limits: { max_iterations: 4 } },
    });
    await expect(launchAgain(pool, 999_999)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('takes a project in a sub-folder of a repository', async () => {
    const folder = userRepository({ 'boards/ß 1/firmloop.yaml': yaml, 'boards/ß 1/patches/01.diff': '' });
    const { runId } = await launch(join(folder, 'boards/ß 1'));
    const { input } = await storedRun(pool, runId);
    expect(input).toMatchObject({ repository: { path: folder, subdirectory: 'boards/ß 1' } });
  });

  test('keeps one project per folder, and two folders of one name apart', async () => {
    const [one, other] = [userRepository(files), userRepository(files)];
    const projects = [];
    for (const folder of [one, one, other]) {
      const { projectId } = await storedRun(pool, (await launch(folder)).runId);
      projects.push(projectId);
    }
    expect(projects[0]).toBe(projects[1]);
    expect(projects[2]).not.toBe(projects[0]);
    const { rows } = await pool.query('SELECT name FROM project WHERE id = ANY($1::uuid[])', [projects]);
    expect(new Set((rows as { name: string }[]).map(({ name }) => name)).size).toBe(2);
  });

  test('starts from what is committed and says what is not', async () => {
    const folder = userRepository(files);
    writeFileSync(join(folder, 'src/a.c'), 'int b;\n');
    writeFileSync(join(folder, 'firmloop.yaml'), 'broken: [');
    const { warnings } = await launch(folder);
    expect(warnings).toContainEqual(expect.stringContaining('firmloop.yaml, src/a.c'));
  });

  test('starts from the branch that is named', async () => {
    const folder = userRepository(files);
    userGit(folder, 'branch', 'older');
    const older = userGit(folder, 'rev-parse', 'HEAD');
    userGit(folder, 'commit', '--quiet', '--allow-empty', '--message=Second');
    const { runId } = await launch(folder, { ref: 'older' });
    expect((await storedRun(pool, runId)).input).toMatchObject({ ref: 'older', baseCommit: older });
  });

  test('starts on a snapshot of a folder that is not under git', async () => {
    const folder = scratchFolder();
    writeFiles(folder, files);
    const home = scratchFolder();
    const { runId, warnings } = await launchRun(installedEngine(pool), {
      folder,
      ...works,
      snapshot: true,
      home,
      by: 'ada',
      door: 'cli',
    });
    expect((await storedRun(pool, runId)).input).toMatchObject({
      repository: { path: expect.stringContaining(join(home, 'imports')) },
    });
    expect(warnings).toContainEqual(expect.stringContaining('snapshot'));
  });

  test('takes results of the base from a committed file', async () => {
    const tap = '1..3\nok 1 - a\nnot ok 2 - b\nok 3 - c # SKIP no sensor\n';
    const imported = `${yaml}results: { format: tap }\nbaseline: { imported: ci/base.tap }\n`;
    const { runId } = await launch(userRepository({ ...files, 'firmloop.yaml': imported, 'ci/base.tap': tap }));
    expect((await storedRun(pool, runId)).input).toMatchObject({
      baseline: { goal: { passed: 1, failed: 1, errors: 0, skipped: 1 } },
    });
  });

  type Case = readonly [string, () => string, Partial<LaunchChoices>, RegExp];
  const inRepository = (other: Record<string, string>) => () => userRepository(other);
  test.each<Case>([
    ['a folder that is not there', () => '/nowhere/at all', {}, /\/nowhere\/at all is not a folder/],
    ['a folder that is not under git', () => scratchFolder(), {}, /is not under git\./],
    ['a repository without commits', noCommits, {}, /has no commit/],
    ['a folder without a project file', inRepository({ 'a.c': '' }), {}, /has no firmloop\.yaml: write one/],
    ['a NUL in the name', () => '/tmp/a\0b', {}, /NUL/],
    ['an unknown branch', inRepository(files), { ref: 'mian' }, /no branch, tag or commit named mian/],
    ['a broken file', inRepository({ 'firmloop.yaml': 'machine: [' }), {}, /firmloop\.yaml:1:\d+: /],
    [
      'an unknown environment',
      inRepository(files),
      { environment: 'hots' },
      /environment: .*`hots`\. Did you mean `host`\?/,
    ],
    [
      'an environment whose board is not there',
      inRepository(files),
      { environment: 'bench' },
      /can run nowhere: there is no board/,
    ],
    ['an unknown agent', inRepository(files), { agents: ['pathces'] }, /no agent named `pathces`/],
    ['too few iterations', inRepository(files), { maxIterations: 0 }, /limits\.max_iterations/],
    ['an unknown preset', inRepository(files), { preset: 'STRCIT' }, /no preset STRCIT/],
    [
      'a baseline that is not there',
      inRepository({ 'firmloop.yaml': `${yaml}results: { format: tap }\nbaseline: { imported: no.tap }\n` }),
      {},
      /baseline\.imported: no\.tap/,
    ],
    [
      'a folder of patches that has none',
      inRepository({ 'firmloop.yaml': yaml, 'patches/README': 'later\n' }),
      {},
      /agents\[0\]\.folder.*the folder patches has no \.patch or \.diff file in commit/,
    ],
    [
      'a playbook that is not there',
      inRepository({
        ...files,
        'firmloop.yaml': yaml.replace('{ use: cli,', '{ use: playbook, file: play.yaml }, { use: cli,'),
      }),
      { agents: ['playbook'] },
      /agents\[\d\]\.file.*there is no playbook play\.yaml in commit/,
    ],
    [
      'a playbook that cannot be read',
      inRepository({
        ...files,
        'firmloop.yaml': yaml.replace('{ use: cli,', '{ use: playbook, file: play.yaml }, { use: cli,'),
        'play.yaml': 'analyse: [{ anwser: {} }]\n',
      }),
      { agents: ['playbook'] },
      /agents\[\d\]\.file.*play\.yaml:1:/,
    ],
  ])('refuses %s and creates nothing', async (_, folder, choices, words) => {
    const before = await runCount();
    await expect(launch(folder(), choices)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(words),
    });
    expect(await runCount()).toBe(before);
  });

  test('lists every problem of a file at once, each with its line', async () => {
    const broken = yaml.replace('command', 'comand').replace('type: host', 'type: hots');
    const failure = await launch(userRepository({ 'firmloop.yaml': broken })).catch((error: Error) => error.message);
    expect(failure).toMatch(/firmloop\.yaml:3:\d+: /);
    expect(failure).toMatch(/firmloop\.yaml:4:\d+: /);
  });
});

describe('previewLaunch', () => {
  test('tells the launch and its command line, and creates nothing', async () => {
    const folder = userRepository(files);
    const before = await runCount();
    const preview = await previewLaunch({ folder, ...works, preset: 'AGGRESSIVE' });
    expect(preview).toMatchObject({
      project: 'thermostat',
      environments: ['host', 'bench'],
      agents: ['patches', 'coder'],
      chosen: { environment: 'host', mode: 'interactive', maxIterations: 5 },
      commandLine: expect.stringMatching(/^npx firmloop run .+ --env host --agent patches --preset AGGRESSIVE$/),
    });
    expect(preview.config).toContainEqual(expect.objectContaining({ path: 'criteria.preset', from: 'launch' }));
    expect(await runCount()).toBe(before);
  });
});

function noCommits(): string {
  const folder = join(scratchFolder(), 'empty');
  mkdirSync(folder);
  userGit(folder, 'init', '--quiet');
  return folder;
}
