import { describe, expect, test } from 'vitest';
import { createParser } from '#lib/results/create-parser.ts';
import { parserOfC } from '#server/agents/search/parse-c.ts';
import { callGraph, functionOfTest, nearnessByCalls, tracesByCalls } from './calls.ts';
import { clustersOf } from './clusters.ts';
import { ochiai } from './ochiai.ts';
import { noHints, rankLines } from './rank-lines.ts';
import { type LineKey, lineKey, type TestTrace } from './spectrum.ts';
import { testsOfSteps } from './tests-of-steps.ts';

const passed = (...lines: number[]): TestTrace => trace(false, lines);
const failed = (...lines: number[]): TestTrace => trace(true, lines);

function trace(isFailed: boolean, lines: readonly number[]): TestTrace {
  return { test: lines.join(), failed: isFailed, lines: new Set(lines.map((line) => lineKey('a.c', line))) };
}

test.each([
  [{ failing: 0, passing: 5 }, 2, 0],
  [{ failing: 2, passing: 0 }, 2, 1],
  [{ failing: 1, passing: 0 }, 4, 0.5],
  [{ failing: 2, passing: 2 }, 2, Math.SQRT1_2],
])('Ochiai of %o among %i failing tests is %f', (hits, all, value) => {
  expect(ochiai(hits, all)).toBeCloseTo(value, 10);
});

describe('suspicious lines', () => {
  test('what only failing tests execute comes first', () => {
    const ranked = rankLines([failed(1, 2, 3), failed(1, 3), passed(1, 2), passed(1)]);
    expect(ranked.map(({ line }) => line)).toEqual([3, 1, 2]);
    expect(ranked[0]).toMatchObject({ failing: 2, passing: 0 });
  });

  test('each of several faults stands out by its own group of failing tests', () => {
    const ranked = rankLines([
      failed(1, 2, 10),
      failed(1, 2, 10),
      failed(1, 2, 20, 21, 22, 23, 24),
      passed(1, 2),
      passed(1),
    ]);
    expect(ranked.slice(0, 6).map(({ line }) => line)).toEqual(expect.arrayContaining([10, 20]));
  });

  test('hints break ties and nothing more', () => {
    const tied = [failed(1, 2), passed(3)];
    const hints = { ...noHints, nearness: new Map<LineKey, number>([[lineKey('a.c', 2), 1]]) };
    expect(rankLines(tied, hints).map(({ line }) => line)).toEqual([2, 1]);
    const told = [failed(1, 2), passed(2)];
    expect(rankLines(told, hints).map(({ line }) => line)).toEqual([1, 2]);
  });

  test('tests that execute mostly the same lines are one group', () => {
    expect(clustersOf([failed(1, 2, 3), failed(1, 2, 3, 4), failed(8, 9)]).map((group) => group.length)).toEqual([
      2, 1,
    ]);
  });
});

describe('a trace of a whole suite', () => {
  const read = (output: string) => {
    const parser = createParser('tap', {});
    parser.push(output);
    return parser.end().cases;
  };

  test('belongs to the test whose result comes next', () => {
    const steps = [
      { text: 'TAP version 13\n', addresses: [1] },
      { text: 'ok 1 - a\n', addresses: [2, 3] },
      { text: '# detail\n', addresses: [4] },
      { text: 'not ok 2 - b\n1..2\n', addresses: [5] },
    ];
    const tests = testsOfSteps(steps, read);
    expect(tests.map(({ test, failed: isFailed, addresses }) => [test, isFailed, [...addresses]])).toEqual([
      ['a', false, [1, 2, 3]],
      ['b', true, [4, 5]],
    ]);
  });
});

test('where only failures are named, what a failing test did before its last line counts as passed', () => {
  const failures = (output: string) => {
    const parser = createParser('pattern', { pattern: '^FAILED: (?<name>.+)$', statusWithoutWord: 'failed' });
    parser.push(output);
    return parser.end().cases.filter(({ origin }) => origin === 'named');
  };
  const steps = [
    { text: 'i = 0\n', addresses: [1, 2] },
    { text: 'i = 1\n', addresses: [2] },
    { text: 'FAILED: arrays\n', addresses: [2, 3] },
  ];
  const tests = testsOfSteps(steps, failures).map(({ test: name, failed: is, addresses }) => [
    name,
    is,
    [...addresses],
  ]);
  expect(tests).toEqual([
    ['arrays', true, [1, 2, 3]],
    ['(before i = 0)', false, [1, 2]],
    ['(before i = 1)', false, [2]],
  ]);
});

test('the exit code is known at the end and belongs to everything', () => {
  const parser = createParser('exit-code', { name: 'all', exitCode: 1, signal: null });
  const { cases } = parser.end();
  const steps = [
    { text: 'Should open\n', addresses: [1] },
    { text: '', addresses: [2] },
  ];
  const [first] = testsOfSteps(steps, (_, isWhole) => (isWhole ? cases : []));
  expect([...(first?.addresses ?? [])]).toEqual([1, 2]);
});

describe('without a trace', () => {
  const code = `int deep(int a)\n{\n    return a;\n}\nint shallow(int a)\n{\n    return deep(a);\n}\nint other(void)\n{\n    return 1;\n}\nstatic void rings_around(void)\n{\n    shallow(1);\n}\nstatic void test_other(void)\n{\n    other();\n}\n`;
  const graph = async () => callGraph([(await parserOfC())('a.c', code)]);

  test.each([
    ['tests/a.c:rings_around', 'rings_around'],
    ['suite::other', 'test_other'],
    ['no such thing', null],
  ])('the function of the test %s is %s', async (name, expected) => {
    expect(functionOfTest(await graph(), name)).toBe(expected);
  });

  test('a test counts as executing what it can call', async () => {
    const [one] = tracesByCalls(await graph(), [{ test: 'rings_around', failed: true }]);
    expect(one?.lines.has('a.c:3')).toBe(true);
    expect(one?.lines.has('a.c:11')).toBe(false);
  });

  test('what a failing test calls itself is nearer than what that calls', async () => {
    const near = nearnessByCalls(await graph(), ['rings_around']);
    expect([near.get('a.c:7'), near.get('a.c:3'), near.get('a.c:11')]).toEqual([1, 0.5, undefined]);
  });
});
