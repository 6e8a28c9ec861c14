import { expect, test } from 'vitest';
import { searchInBrief, searchLines } from './search-lines.ts';

const plain = (_: unknown, text: string) => text;
const progress = {
  lines: 12,
  candidates: 60,
  tried: 40,
  fates: { 'does not build': 4, 'hangs or crashes': 0, 'breaks a test': 20, 'changes nothing': 15, improves: 1 },
  seconds: 10,
  perSecond: 4,
  isOver: true,
};

test('a search that is over is drawn as a funnel: what is left after each step, and who was lost in it', () => {
  const [head, ...stages] = searchLines(progress, plain);
  expect(head).toBe('  search: 12 suspicious lines, 60 candidates, 40 tried in 10 s (4/s)');
  expect(
    stages.map((line) =>
      line
        .replace(/█+/, (bar) => String(bar.length))
        .trim()
        .replace(/ +/g, ' '),
    ),
  ).toEqual([
    'tried 40 24',
    'build 36 22 4 do not build',
    'run to the end 36 22',
    'break no test 16 10 20 break a test',
    'mend a test 1 1 15 change nothing',
  ]);
});

test('a search without candidates has no bars, and one that goes on is told in brief', () => {
  expect(searchLines({ ...progress, tried: 0 }, plain).join('')).not.toContain('█');
  expect(searchInBrief(progress)).toBe('40 of 60 tried, 1 help');
});
