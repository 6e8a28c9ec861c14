import { expect, test } from 'vitest';
import { isInState } from './is-in-state.ts';

test.each([
  ['INIT', 'INIT', true],
  ['INIT.BASELINE_TEST.FETCH_LOGS', 'INIT', true],
  ['INIT.BASELINE_TEST.FETCH_LOGS', 'INIT.BASELINE_TEST', true],
  ['INIT.BASELINE_TESTING', 'INIT.BASELINE_TEST', false],
  ['INIT', 'INIT.LOAD_CONFIG', false],
  ['', 'INIT', false],
])('%s is in %s: %s', (path, state, expected) => {
  expect(isInState(path, state)).toBe(expected);
});
