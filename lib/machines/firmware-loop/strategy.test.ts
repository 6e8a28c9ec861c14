import { expect, test } from 'vitest';
import { whyNotNow } from './strategy.ts';

const standing = { iteration: 3, passed: 6, total: 10 };

test.each([
  [undefined, null],
  [{}, null],
  [{ after_iteration: 3, failing_at_most: 4, failing_at_least: 4, pass_rate_below: 0.7 }, null],
  [{ after_iteration: 4 }, 'iteration 3 is not 4 yet'],
  [{ failing_at_most: 3 }, '4 tests fail, more than 3'],
  [{ failing_at_least: 5 }, '4 tests fail, fewer than 5'],
  [{ pass_rate_below: 0.6 }, 'pass rate 6/10 is not below 0.6'],
])('with %j a strategy is kept out by: %s', (condition, why) => {
  expect(whyNotNow(condition, standing)).toBe(why);
});
