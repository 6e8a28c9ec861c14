import { expect, test } from 'vitest';
import { mean, populationDeviation, slope } from './statistics.ts';

test.each([
  { values: [], expected: [0, 0, 0] },
  { values: [5], expected: [5, 0, 0] },
  { values: [2, 4, 4, 4, 5, 5, 7, 9], expected: [5, 2, 34 / 42] },
  { values: [1, 2, 3], expected: [2, Math.sqrt(2 / 3), 1] },
  { values: [3, 1], expected: [2, 1, -2] },
])('mean, population deviation and slope of $values', ({ values, expected }) => {
  const found = [mean(values), populationDeviation(values), slope(values)];
  expect(found).toEqual(expected.map((value) => expect.closeTo(value, 12)));
});
