import { expect, test } from 'vitest';
import type { TestCase } from '#lib/results/types.ts';
import { namedTests, talkative } from './talkative.ts';

test('a suite of Catch is made to name each test when it is over', () => {
  expect(talkative('./bin/suite', 'catch')).toBe('./bin/suite -d yes');
  expect(talkative(['./bin/suite'], 'catch')).toEqual(['./bin/suite', '-d', 'yes']);
  expect(talkative('make test', 'catch')).toBeNull();
  expect(talkative('./bin/suite', 'tap')).toBeNull();
});

test('named tests passed unless they are known to fail', () => {
  const failing: TestCase = {
    key: 'misc',
    suite: '',
    name: 'misc',
    rawName: 'misc',
    status: 'failed',
    attempts: [],
    flaky: false,
    origin: 'named',
  };
  const output = '0.001 s: widths\nmisc failed\n1e-05 s: misc\n';
  expect(namedTests('catch', output, [failing]).map(({ name, status }) => [name, status])).toEqual([
    ['widths', 'passed'],
    ['misc', 'failed'],
  ]);
});
