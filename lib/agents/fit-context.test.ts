import { expect, test } from 'vitest';
import { fitContext } from './fit-context.ts';

const piece = (section: string, rank: number, tokens: number) => ({ section, rank, text: 'x'.repeat(tokens * 3) });

test('what matters most is taken first, and what has no room is told', () => {
  const pieces = [
    piece('code', 4, 10),
    piece('tests', 2, 10),
    piece('tests', 2.1, 10),
    piece('history', 5, 100),
    piece('notes', 6, 5),
  ];
  const { sections, leftOut } = fitContext(pieces, 36);
  expect([...sections].map(([name, texts]) => [name, texts.length])).toEqual([
    ['code', 1],
    ['tests', 2],
    ['notes', 1],
  ]);
  expect(leftOut).toEqual(['history: 1 left out for want of room']);
});
