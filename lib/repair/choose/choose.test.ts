import { describe, expect, test } from 'vitest';
import { createParser } from '#lib/results/create-parser.ts';
import { lineKey, type TestTrace } from '../localise/spectrum.ts';
import type { Operator } from '../mutate/operators.ts';
import { brokenTests, compareRuns, mendedAlone, mendedTests, vanishedTests } from './compare.ts';
import { keptBehaviour } from './kept-behaviour.ts';
import { bestFirst, doubtsOf, type Tried } from './outcome.ts';

const one = (key: string, status: 'passed' | 'failed', origin: 'named' | 'run' = 'named') => ({ key, status, origin });
const before = [one('a', 'passed'), one('b', 'failed'), one('(crash)', 'failed', 'run')];

describe('a candidate', () => {
  test.each([
    ['mends a test and a crash', [one('a', 'passed'), one('b', 'passed')], ['b', '(crash)'], [], []],
    ['breaks a test', [one('a', 'failed'), one('b', 'failed'), one('(crash)', 'failed', 'run')], [], ['a'], []],
    ['loses a test', [one('b', 'passed'), one('(crash)', 'failed', 'run')], ['b'], [], ['a']],
    [
      'brings trouble of another kind',
      [one('a', 'passed'), one('b', 'failed'), one('(run stopped)', 'failed', 'run')],
      ['(crash)'],
      ['(run stopped)'],
      [],
    ],
    [
      'lets tests run that never ran, and fail',
      [one('a', 'passed'), one('b', 'passed'), one('c', 'failed')],
      ['b', '(crash)'],
      [],
      [],
    ],
  ])('%s', (_, after, mended, broken, vanished) => {
    expect(mendedTests(before, after)).toEqual(mended);
    expect(brokenTests(before, after)).toEqual(broken);
    expect(vanishedTests(before, after)).toEqual(vanished);
  });
});

test('a failure that goes away where passes are only counted is mended', () => {
  const read = (output: string) => {
    const parser = createParser('pattern', {
      pattern: '^FAILED: (?<name>.+)$',
      statusWithoutWord: 'failed',
      summary: '^PASSED: (?<passed>\\d+)$',
    });
    parser.push(output);
    return parser.end().cases;
  };
  const base = read('FAILED: arrays\nPASSED: 6\n');
  expect(compareRuns(base, read('PASSED: 7\n'))).toEqual({ mended: ['arrays'], broken: [], vanished: [] });
  expect(compareRuns(base, read('FAILED: strings\nPASSED: 6\n')).broken).toEqual(['strings']);
  expect(mendedAlone(base, read('PASSED: 1\n'))).toEqual(['arrays']);
  expect(mendedAlone(base, read('FAILED: arrays\nPASSED: 0\n'))).toEqual([]);
});

function tried(id: string, mended: number, operators: readonly Operator[], newWarnings = 0, priority = 0.5): Tried {
  const candidate = { id, operators, path: 'a.c', line: 1, edits: [], priority, before: '', after: '' };
  return { candidate, position: 1, fate: 'improves', mended: Array.from({ length: mended }, String), newWarnings };
}

test('the proposal mends the most, warns of nothing, takes nothing away, is single, is likely: in this order', () => {
  const all = [
    tried('likely', 2, ['relation'], 0, 0.9),
    tried('unlikely', 2, ['relation'], 0, 0.1),
    tried('pair', 2, ['relation', 'logic'], 0, 1),
    tried('removes', 2, ['deleted-statement'], 0, 1),
    tried('warns', 2, ['relation'], 1, 1),
    tried('most', 3, ['deleted-statement'], 1, 0),
  ];
  expect(bestFirst([...all].reverse()).map(({ candidate }) => candidate.id)).toEqual([
    'most',
    'likely',
    'unlikely',
    'pair',
    'removes',
    'warns',
  ]);
});

test('of two that mend as much, the one that leaves passing tests as they were comes first', () => {
  const changes = { ...tried('changes', 2, ['relation'], 0, 0.9), keptBehaviour: 0.8 };
  const keeps = { ...tried('keeps', 2, ['relation'], 0, 0.1), keptBehaviour: 1 };
  expect(bestFirst([changes, keeps]).map(({ candidate }) => candidate.id)).toEqual(['keeps', 'changes']);
  expect(doubtsOf(changes)).toEqual(['passing tests no longer execute 20 % of what they did']);
  expect(doubtsOf(keeps)).toEqual([]);
});

describe('behaviour that is kept', () => {
  const text = 'one\ntwo\nthree\nfour\n';
  const trace = (test: string, failed: boolean, ...lines: number[]): TestTrace => ({
    test,
    failed,
    lines: new Set(lines.map((line) => lineKey('a.c', line))),
  });
  const inserted = { path: 'a.c', edits: [{ start: 4, end: 4, text: 'new\n' }] };

  test.each<[string, TestTrace, TestTrace, number]>([
    ['all, when lines only move down', trace('t', false, 1, 3, 4), trace('t', false, 1, 2, 4, 5), 1],
    ['less, when a line is not executed any more', trace('t', false, 1, 3, 4), trace('t', false, 1, 4), 2 / 3],
    ['all, when only a failing test changes', trace('t', true, 1, 3), trace('t', false, 1), 1],
    ['all, when the edited line itself is left', trace('t', false, 1, 2), trace('t', false, 1), 1],
  ])('is %s', (_, before, after, share) => {
    expect(keptBehaviour([before], [after], inserted, text)).toBeCloseTo(share);
  });
});
