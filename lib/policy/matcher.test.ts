import { expect, test } from 'vitest';
import { matcherOf } from './matcher.ts';

test.each<[string, string, boolean, boolean]>([
  ['tests/**', 'tests/a\nb.c', false, true],
  ['tests', 'tests/deep/er/a.c', false, true],
  ['tests/', 'tests/a.c', false, true],
  ['src/*.c', 'src/deep/a.c', false, false],
  ['src/**', 'src/.hidden', false, true],
  ['tests/**', 'Tests/a.c', false, false],
  ['tests/**', 'Tests/a.c', true, true],
])('%s over %j, without case %s: %s', (pattern, path, nocase, fits) => {
  expect(matcherOf([pattern], { nocase })(path)).toBe(fits);
});
