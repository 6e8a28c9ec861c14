import { expect, test } from 'vitest';
import { matcherOf } from './matcher.ts';
import { protectedGroups, protectedMatcher } from './protected.ts';

const isProtected = (protect?: string[]) =>
  protectedMatcher(protectedGroups({ protect }).flatMap(({ patterns }) => patterns));

test.each([
  ['tests/a.c', true],
  ['lib/uart/test/a.c', true],
  ['src/test_uart.c', true],
  ['src/uart_test.cpp', true],
  ['src/UartTest.cpp', true],
  ['src/RingTest.c', true],
  ['src/RingTests.cpp', true],
  ['SRC/Test_Uart.C', true],
  ['Tests/a.c', true],
  ['tests.c', true],
  ['src/test.cpp', true],
  ['unit-tests.c', true],
  ['ring_unittest.cc', true],
  ['CTestCustom.cmake', true],
  ['bmc/login.robot', true],
  ['test.mk', true],
  ['golden/boot.txt', true],
  ['.github/workflows/ci.yml', true],
  ['firmloop.yaml', true],
  ['src/.gitattributes', true],
  ['src/uart.c', false],
  ['src/latest.c', false],
  ['src/attest.c', false],
  ['src/fastest.cpp', false],
  ['src/Latest.h', false],
  ['src/testable.c', false],
  ['src/contest.c', false],
  ['src/attestation/key.c', false],
  ['Makefile', false],
])('without a list of its own, a project protects %s: %s', (path, expected) => {
  expect(isProtected()(path)).toBe(expected);
});

test('a project that lists its protected paths gets those and its own settings file', () => {
  const paths = ['tests/a.c', 'spec/deep/a.c', 'firmloop.yaml'];
  expect(paths.filter(isProtected(['spec']))).toEqual(['spec/deep/a.c', 'firmloop.yaml']);
});

test.each([
  ['src/**', 'src/a/b.c', true],
  ['src', 'src/a.c', true],
  ['src/', 'src/a.c', true],
  ['src/*', 'src/a/b.c', true],
  ['*.c', 'src/a.c', false],
  ['**/*.c', 'src/.hidden/a.c', true],
  ['src/**', 'Src/a.c', false],
  ['src/**', '../src/a.c', false],
  ['{src,lib}/*.c', 'lib/a.c', true],
])('the pattern %s and the path %s: %s', (pattern, path, expected) => {
  expect(matcherOf([pattern])(path)).toBe(expected);
});

test('no pattern matches nothing', () => {
  expect(matcherOf([])('a')).toBe(false);
});
