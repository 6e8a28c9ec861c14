import { expect, test } from 'vitest';
import { countCases } from '#lib/results/count.ts';
import { judgeBuilds, judgeTrial, type TriedTest } from './judge-trial.ts';
import { planProject } from './plan.ts';

const plan = planProject({ name: 'x', files: [], buildFiles: {}, includes: new Set() });
const results = { format: 'tap', pattern: null, files: [], because: 'it was printed' } as const;
const counted = { results, counts: countCases([{ status: 'passed', flaky: false }]) };

const tried = (more: Partial<TriedTest>): TriedTest => ({
  command: './t',
  exitCode: 0,
  reason: 'exited with status 0',
  wasStarted: true,
  wasStopped: false,
  durationMs: 2_000,
  output: 'ok 1\n',
  read: counted,
  ...more,
});

test.each<[string, Partial<TriedTest>, number]>([
  ['takes two seconds', {}, 60],
  ['takes half a minute', { durationMs: 31_000 }, 160],
  ['fails and says what passed', { exitCode: 1 }, 60],
  ['fails and says nothing that is known', { exitCode: 2, read: null }, 300],
  ['dies', { exitCode: null }, 300],
  ['was stopped after two minutes', { exitCode: null, wasStopped: true, durationMs: 120_000, read: null }, 600],
])('tests whose trial %s get %s', (_, more, seconds) => {
  expect(judgeTrial(plan, 'make', [tried(more)]).timeoutSeconds).toBe(seconds);
});

test('tests that die without a word did run, and those that never started did not', () => {
  const silent = { exitCode: null, output: '', read: null };
  expect(judgeTrial(plan, 'make', [tried(silent)]).works).toBe(true);
  expect(judgeTrial(plan, 'make', [tried({ ...silent, wasStarted: false })]).works).toBe(false);
});

test.each([
  ['a compiler', 'make\na.c:3:1: error: no\nmake: *** [a] Error 1\n', 'a.c:3:1: error: no'],
  [
    'CMake',
    'CMake Error at CMakeLists.txt:3 (message):\n\n  there is no GTest\n\n',
    'CMake Error at CMakeLists.txt:3 (message): there is no GTest',
  ],
  ['nothing that is known', 'one\ntwo\n\n', 'two'],
  ['nothing', '', 'it printed nothing'],
])('says why a build did not work by the words of %s', (_, output, said) => {
  const { findings, works } = judgeBuilds(plan, [tried({ exitCode: 1, output })]);
  expect([works, findings.at(-1)]).toEqual([false, `\`./t\` exited with status 0: ${said}`]);
});
