import { expect, test } from 'vitest';
import type { Command } from '#lib/config/scalars.ts';
import type { ResultFormat } from '#lib/results/types.ts';
import { failingAlone } from './failing-alone.ts';

const one = { suite: '', rawName: 'misc_tests' };
const inSuite = { rawName: 'Wraps', suite: 'Ring' };

test.each<[ResultFormat, Command, Parameters<typeof failingAlone>[2], Command | null]>([
  ['ctest', 'ctest --test-dir build', [one], "ctest --test-dir build '-R' '^(misc_tests)$'"],
  ['ctest', 'cd build && ctest', [one, { ...one, rawName: 'a+b' }], "cd build && ctest '-R' '^(misc_tests|a.b)$'"],
  ['ctest', 'ctest --test-dir build | tee log', [one], null],
  ['ctest', ['ctest', '-j2'], [one], ['ctest', '-j2', '-R', '^(misc_tests)$']],
  ['gtest', './build/tests', [inSuite], "./build/tests '--gtest_filter=Ring.Wraps'"],
  ['catch', './bin/suite', [{ ...one, rawName: 'a, b' }], "./bin/suite 'a\\, b'"],
  ['cpputest', './build/tests -v', [inSuite], "./build/tests -v '-sg' 'Ring' '-sn' 'Wraps'"],
  ['cpputest', ['build/tests'], [inSuite], ['build/tests', '-sg', 'Ring', '-sn', 'Wraps']],
  ['check', './build/tests', [inSuite, { ...inSuite, rawName: 'Fills' }], "'env' 'CK_RUN_CASE=Ring' ./build/tests"],
  ['check', ['./build/tests'], [{ ...inSuite, suite: 'of a ring' }], ['env', 'CK_RUN_CASE=of a ring', './build/tests']],
  ['check', './build/tests', [inSuite, { ...inSuite, suite: 'Queue' }], null],
  ['check', 'cd build && ./tests', [inSuite], null],
  ['gtest', 'make test', [inSuite], null],
  ['tap', './build/tests', [one], null],
  ['gtest', './build/tests', [], null],
])('%s by %j alone: %j', (format, command, tests, expected) => {
  expect(failingAlone(command, format, tests)).toEqual(expected);
});
