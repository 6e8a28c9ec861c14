import { expect, test } from 'vitest';
import { mapVersion } from './map-version.ts';

const base = { number: 0, result: 'a1', status: 'baseline' };
const first = { number: 1, result: 'b1', status: 'kept' };

test.each([
  ['another', 'another measurement of an iteration, whatever its counts', [base, { ...first, result: 'b2' }]],
  ['another', 'a tree that is given up', [base, { ...first, status: 'rolled back' }]],
  ['another', 'one more iteration', [base, first, { number: 2, result: null, status: 'running' }]],
  ['the same', 'nothing new', [{ ...base }, { ...first }]],
])('the map has %s version after %s', (which, _, marks) => {
  expect(mapVersion(marks) === mapVersion([base, first]) ? 'the same' : 'another').toBe(which);
});
