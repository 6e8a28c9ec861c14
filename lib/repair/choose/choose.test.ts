import { describe, expect, test } from 'vitest';
import type { Operator } from '../mutate/operators.ts';
import { brokenTests, mendedTests, vanishedTests } from './compare.ts';
import { bestFirst, type Tried } from './outcome.ts';

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
