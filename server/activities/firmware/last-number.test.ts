import { expect, test } from 'vitest';
import { lastNumber } from './last-number.ts';

test.each([
  ['text 1204 bytes, data 12 bytes', '12'],
  ['12.5 % in -3.25e-2 s', '-3.25e-2'],
  ['no number', null],
])('in %j it is %j', (text, last) => {
  expect(lastNumber(text)).toBe(last);
});

test('a quarter of a megabyte of numbers is read in no time', () => {
  const began = performance.now();
  expect(lastNumber('12345 '.repeat(43_000))).toBe('12345');
  expect(performance.now() - began).toBeLessThan(5_000);
});
