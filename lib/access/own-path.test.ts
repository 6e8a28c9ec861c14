import { expect, test } from 'vitest';
import { ownPath } from './own-path.ts';

test.each([
  ['/runs/1?tab=logs', '/runs/1?tab=logs'],
  ['/', '/'],
  [undefined, '/'],
  ['runs', '/'],
  ['https://evil.example', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['/..//evil.example', '/'],
  ['/.//evil.example/a', '/'],
  ['/a/..//evil.example', '/'],
  [['/a', '/b'], '/'],
])('%j leads to %s', (next, path) => {
  expect(ownPath(next)).toBe(path);
});
