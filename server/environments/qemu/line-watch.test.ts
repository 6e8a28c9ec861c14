import { expect, test } from 'vitest';
import { watchLines } from './line-watch.ts';

function countMatches(expression: RegExp, pieces: readonly string[]): number {
  let matches = 0;
  const look = watchLines(expression, () => (matches += 1), 50);
  for (const piece of pieces) look(Buffer.from(piece));
  return matches;
}

test.each([
  ['a whole line', ['boot\nready\n'], 1],
  ['a line that comes in two pieces', ['boot\nrea', 'dy\n'], 1],
  ['a prompt without a line feed', ['ready> '], 1],
  ['a line in colour', ['\x1b[32mready\x1b[0m\n'], 1],
  ['the first of several', ['ready\n', 'ready\n'], 1],
  ['another line', ['already\n'], 0],
])('%s', (_, pieces, matches) => {
  expect(countMatches(/^ready/u, pieces)).toBe(matches);
});

test('an expression that would take for ever is looked for no further', () => {
  const begin = performance.now();
  expect(countMatches(/.*.*.*.*.*!|^ready/u, ['x'.repeat(2_000), '\nready\n', '\nready\n'])).toBe(0);
  expect(performance.now() - begin).toBeLessThan(10_000);
});
