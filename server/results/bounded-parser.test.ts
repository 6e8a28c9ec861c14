import { expect, test } from 'vitest';
import { createParser } from '#lib/results/create-parser.ts';
import { boundedParser } from './bounded-parser.ts';

const pattern = '^(?<name>\\w+)=(?<status>pass|fail)$';
const slow = `${pattern}|^.*.*.*.*.*!$`;
const read = (expression: string, chunks: readonly string[]) => {
  const parser = boundedParser(() => createParser('pattern', { pattern: expression }), 100);
  for (const chunk of chunks) parser.push(chunk);
  return parser.end();
};

test('expressions that are quick change nothing', () => {
  expect(read(pattern, ['a=pass\nb=fa', 'il\n'])).toMatchObject({ complete: true, counts: { passed: 1, failed: 1 } });
});

test('one that would take for ever keeps what was read and is incomplete', () => {
  const begin = performance.now();
  const parsed = read(slow, ['a=pass\n', `${'x'.repeat(2_000)}\n`, 'b=pass\n']);
  expect(performance.now() - begin).toBeLessThan(10_000);
  expect(parsed).toMatchObject({
    complete: false,
    incompleteBecause: 'an expression of the project took too long on one line',
  });
});
