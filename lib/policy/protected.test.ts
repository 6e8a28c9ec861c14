import { expect, test } from 'vitest';
import { matcherOf } from './matcher.ts';
import { restorePlan } from './protected.ts';

test("before the tests run, the base's protected files come back and added ones go", () => {
  const base = ['src/a.c', 'tests/a.c', 'test_b.c', 'firmloop.yaml', 'Makefile', 'tests/expected/out.txt'];
  const tree = [...base, 'tests/added.c', 'src/new.c', '.github/workflows/ci.yml'];
  expect(restorePlan(base, tree, {})).toEqual({
    restore: ['tests/a.c', 'test_b.c', 'firmloop.yaml', 'tests/expected/out.txt'],
    remove: ['tests/added.c', '.github/workflows/ci.yml'],
  });
});

test('a project that lists its protected paths gets those and its own settings file', () => {
  const base = ['tests/a.c', 'Makefile', 'firmloop.yaml'];
  expect(restorePlan(base, base, { protect: ['Makefile'] })).toEqual({
    restore: ['Makefile', 'firmloop.yaml'],
    remove: [],
  });
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
