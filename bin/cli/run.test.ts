import { cpSync, existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '#server/testing/eventually.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { scratchFolder, userGit, userRepository } from '#server/workspace/testing.ts';
import { root } from '../stack/root.ts';
import { startStack } from '../stack/stack.ts';
import { call, firmloop } from './testing/firmloop.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

/** A command whose stack keeps its data in a home of its own and its rows in this file's database. */
const environment = () => ({ DATABASE_URL: database.databaseUrl, FIRMLOOP_HOME: scratchFolder() });

/** The shipped example as a user's own repository, in a folder with spaces and umlauts. */
function thermostat(): string {
  const folder = join(scratchFolder(), 'Heizung süd');
  cpSync(join(root, 'examples/thermostat'), folder, { recursive: true });
  userGit(folder, 'init', '--quiet', '--initial-branch=main');
  userGit(folder, 'add', '--all');
  userGit(folder, 'commit', '--quiet', '--message=First');
  return folder;
}

const firmware = (test: string, files: Record<string, string> = { 'patches/1.patch': 'not tried here\n' }, more = '') =>
  userRepository({
    'firmloop.yaml': `machine: firmware-loop
build: { command: "true" }
environments: { host: { type: host, test: ${JSON.stringify(test)} } }
results: { format: tap }
agents: [{ use: patches, folder: patches }]
${more}`,
    'tests/test_a.sh': 'echo a\n',
    ...files,
  });

describe('firmloop run', () => {
  test('tries patch by patch, prints one line of JSON and leaves the tree alone', async () => {
    const folder = thermostat();
    const patch = join(scratchFolder(), 'result.patch');
    const args = ['run', folder, '--mode', 'ci', '--patch', patch, '--json'];
    const { code, stdout, stderr } = await firmloop(args, { env: environment() });
    expect([code, stdout.trimEnd().split('\n').length]).toEqual([0, 1]);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({
      run_id: expect.any(String),
      final_status: 'SUCCESS',
      goal: 'All tests pass, nothing regresses',
      iteration_count: 7,
      best: { passed: 48, total: 48 },
      artifacts: { patch_file: { name: 'since-base.patch' } },
      last_error: expect.stringContaining('BUILD_FAILURE'),
      abort_reason: null,
    });
    const told = report.iterations.map((row: { counts: { passed: number } | null; kept: boolean | null }) => [
      row.counts?.passed ?? null,
      row.kept,
    ]);
    expect(told).toEqual([
      [33, null],
      [36, true],
      [34, false],
      [null, false],
      [41, true],
      [44, true],
      [48, true],
      [48, true],
    ]);
    expect(report.decision_trace.at(-1)).toMatchObject({ to: 'SUCCESS' });
    expect(stderr).toMatch(/^iteration 2 of 10: 34 of 48 tests pass \(70\.8 %\), rolled back to iteration 1/m);
    expect(stderr).not.toContain('\u001b');
    expect(userGit(folder, 'status', '--porcelain')).toBe('');
    expect(userGit(folder, 'rev-parse', report.branch)).toBe(report.best.commit);
    userGit(folder, 'apply', patch);
    expect(userGit(folder, 'diff', '--stat', report.branch)).toBe('');
  });

  test('answers 1 and where to look next when the iterations run out', async () => {
    const args = ['run', thermostat(), '--mode', 'ci', '--max-iterations', '1'];
    const { code, stdout } = await firmloop(args, { env: environment() });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^FAILURE: TIMEOUT: iteration 1 >= max_iterations 1$/m);
    expect(stdout).toMatch(/^ {2}look at the tests that still fail/m);
  });

  test('answers 4 when a person is needed and nobody is there', async () => {
    const useless = (name: string) => `--- a/src/note\n+++ b/src/note\n@@ -1 +1 @@\n-0\n+${name}\n`;
    const patches = Object.fromEntries(['1', '2', '3', '4'].map((name) => [`patches/${name}.patch`, useless(name)]));
    const folder = firmware(
      `printf '1..2\\nok 1 - a\\nnot ok 2 - b\\n'`,
      { 'src/note': '0\n', ...patches },
      'criteria: { min_iterations_for_plateau: 2 }\n',
    );
    const { code, stdout } = await firmloop(['run', folder, '--json'], { env: environment() });
    expect(code).toBe(4);
    expect(JSON.parse(stdout)).toMatchObject({ final_status: expect.stringMatching(/^HUMAN_REVIEW/) });
  });

  test('aborts its run at Ctrl-C, answers 3, and leaves no process behind', async () => {
    const started = call(['run', firmware('echo 1..1; sleep 987'), '--json'], { env: environment() });
    await eventually('the tests run', async () => (await processesWith('sleep\u0000987')).length > 0);
    started.signal('SIGINT');
    const { code, stdout } = await started.ended;
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({
      final_status: 'ABORTED',
      abort_reason: expect.stringContaining('interrupted at the terminal'),
    });
    expect(await processesWith('sleep\u0000987')).toEqual([]);
  });

  test('leaves a run on a stack that is not its own alone at Ctrl-C, and answers 4', async () => {
    const env = environment();
    const place = { home: env.FIRMLOOP_HOME, databaseUrl: env.DATABASE_URL, host: '127.0.0.1', port: 1 };
    const stack = await startStack({ ...place, web: false, runner: true, report: () => undefined });
    try {
      const started = call(['run', firmware('echo 1..1; sleep 654'), '--json'], { env });
      await eventually('the tests run', async () => (await processesWith('sleep\u0000654')).length > 0);
      started.signal('SIGINT');
      const { code, stdout, stderr } = await started.ended;
      expect([code, stderr]).toEqual([4, expect.stringContaining('It goes on without this command')]);
      expect(await processesWith('sleep\u0000654')).not.toEqual([]);
      const aborted = await firmloop(['abort', JSON.parse(stdout).run_id], { env });
      expect(aborted).toMatchObject({ code: 0, stderr: '' });
      await eventually('nothing of the run is left', async () => (await processesWith('sleep\u0000654')).length === 0);
    } finally {
      await stack.stop();
    }
  });

  test('shares its stack with a command that outlasts it', async () => {
    const env = environment();
    const commands = ['1', '3'].map((limit) =>
      call(['run', thermostat(), '--mode', 'ci', '--max-iterations', limit, '--json'], { env }),
    );
    const ended = await Promise.all(commands.map(({ ended }) => ended));
    expect(ended.map(({ code }) => code)).toEqual([1, 1]);
    expect(ended.map(({ stdout }) => JSON.parse(stdout).iteration_count)).toEqual([1, 3]);
  });

  test('says what it would do and launches nothing', async () => {
    const { code, stdout } = await firmloop(['run', thermostat(), '--dry-run', '--preset', 'strict']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('after 15 iterations')]);
  });

  test.each<[string, () => string[], string]>([
    ['a folder that is not there', () => ['/nowhere/at all'], 'There is no folder /nowhere/at all'],
    ['a folder that is not under git', () => [scratchFolder()], 'git init && git add -A && git commit'],
    [
      'a folder without a project file',
      () => [userRepository({ 'a.c': '' })],
      'has no firmloop.yaml: write one and commit it',
    ],
    ['an unknown environment', () => [thermostat(), '--env', 'hots'], 'Did you mean `host`?'],
    ['an unknown mode', () => [thermostat(), '--mode', 'fast'], 'Allowed choices are interactive, ci, auto'],
    ['a preset that is nearly one', () => [thermostat(), '--preset', 'standart'], 'Did you mean STANDARD?'],
    ['an unknown agent', () => [thermostat(), '--agent', 'gpt'], 'Known: patches, search.'],
  ])('refuses %s before anything starts', async (_, args, words) => {
    const home = join(scratchFolder(), 'untouched');
    const { code, stdout, stderr } = await firmloop(['run', ...args(), '--json'], { env: { FIRMLOOP_HOME: home } });
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(words)]);
    expect(existsSync(home)).toBe(false);
  });
});

/** Process ids whose command line contains the words, separated by NUL. */
async function processesWith(words: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return pids.filter((_, at) => lines[at]?.includes(words));
}
