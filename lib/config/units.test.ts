import { expect, test } from 'vitest';
import { didYouMean, editDistance } from './did-you-mean.ts';
import { toBytes, toMilliseconds } from './units.ts';

test.each([
  [90, 90_000],
  ['90', 90_000],
  ['90s', 90_000],
  ['10m', 600_000],
  ['1h30m', 5_400_000],
  ['1h 30m', 5_400_000],
  ['500ms', 500],
  ['1.5s', 1_500],
  ['2d', 172_800_000],
  [0, null],
  ['0s', null],
  [-5, null],
  ['-5s', null],
  ['10x', null],
  ['ten', null],
  ['', null],
  ['25d', null],
  [Number.POSITIVE_INFINITY, null],
])('the duration %o is %o ms', (written, expected) => {
  expect(toMilliseconds(written)).toBe(expected);
});

test.each([
  [4096, 4096],
  ['4096', 4096],
  ['512kB', 512_000],
  ['10MB', 10_000_000],
  ['1 GiB', 1_073_741_824],
  ['1.5kB', 1500],
  [0, null],
  [1.5, null],
  ['10mb', null],
  ['MB', null],
])('the size %o is %o bytes', (written, expected) => {
  expect(toBytes(written)).toBe(expected);
});

test.each([
  ['timeout', 'tiemout', 1],
  ['kitten', 'sitting', 3],
  ['', 'abc', 3],
  ['same', 'same', 0],
])('%s and %s are %i edits apart', (one, other, edits) => {
  expect(editDistance(one, other)).toBe(edits);
});

test.each([
  ['tset', ['test', 'text'], 'test'],
  ['UNITY', ['unity', 'tap'], 'unity'],
  ['banana', ['test', 'text'], undefined],
  ['x', [], undefined],
])('%s out of %o means %s', (written, known, meant) => {
  expect(didYouMean(written, known)).toBe(meant);
});
