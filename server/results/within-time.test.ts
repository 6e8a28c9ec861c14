import { expect, test } from 'vitest';
import { withinTime } from './within-time.ts';

const slow = /.*.*.*.*.*=\d/u;
const line = 'x'.repeat(2_000);

test('work that is soon done is done', () => {
  let found = '';
  expect(withinTime(1_000, () => (found = /\d+/.exec('a 12 b')?.[0] ?? ''))).toBe(true);
  expect(found).toBe('12');
});

test('an expression that would take for ever is cut off, and the next one works', () => {
  const begin = performance.now();
  expect(withinTime(50, () => slow.test(line))).toBe(false);
  expect(performance.now() - begin).toBeLessThan(10_000);
  expect(withinTime(1_000, () => slow.test('=7'))).toBe(true);
});

test('an error of the work is its own', () => {
  const fails = () => {
    throw new TypeError('no such thing');
  };
  expect(() => withinTime(1_000, fails)).toThrow(TypeError);
});
