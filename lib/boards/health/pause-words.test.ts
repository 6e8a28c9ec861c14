import { expect, test } from 'vitest';
import { pauseWords } from './pause-words.ts';

test.each([
  [60, 'every hour'],
  [240, 'every 4 h'],
  [1_440, 'every day'],
  [4_320, 'every 3 days'],
  [10_080, 'every week'],
  [90, 'every 1\u00a0h 30\u00a0min'],
])('a check each %i min comes %s', (minutes, words) => {
  expect(pauseWords(minutes)).toBe(words);
});
