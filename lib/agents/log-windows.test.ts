import { expect, test } from 'vitest';
import { logWindows } from './log-windows.ts';

const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `line ${from + at + 1}`);
const firstLines = (log: string) => logWindows(log).map(({ place, firstLine }) => [place, firstLine]);

test.each<[string, string, [string, number][]]>([
  ['nothing', '', []],
  ['a short log', 'a\nb\n', [['whole', 1]]],
  [
    'a long log without trouble',
    lines(0, 500).join('\n'),
    [
      ['end', 471],
      ['beginning', 1],
    ],
  ],
  [
    'a long log with an error in the middle',
    [...lines(0, 200), 'src/a.c:1:2: error: boom', ...lines(201, 500)].join('\n'),
    [
      ['trouble', 197],
      ['end', 471],
      ['beginning', 1],
    ],
  ],
])('%s', (_, log, windows) => {
  expect(firstLines(log)).toEqual(windows);
});

test('the lines around trouble are there, and no line twice', () => {
  const log = Array.from({ length: 2_000 }, (_, at) => (at % 3 === 0 ? `*** ${at}` : `line ${at}`));
  const windows = logWindows(log.join('\n'));
  const shown = windows.flatMap(({ text }) => text.split('\n'));
  expect(new Set(shown).size).toBe(shown.length);
  expect(windows.filter(({ place }) => place === 'trouble').length).toBeLessThanOrEqual(6);
  for (const { firstLine, text } of windows) expect(log[firstLine - 1]).toBe(text.split('\n')[0]);
});

test('a line of 5 MB, binary bytes and colours come out small and readable', () => {
  const [window] = logWindows(`\u001b[31mred\u001b[0m\0\r\n${'x'.repeat(5_000_000)}\n\t[ERROR] z\n`);
  expect(window?.text).toMatch(/^red␀\nx{300} … 5000000 characters\n\t\[ERROR\] z$/);
});
