import { expect, test } from 'vitest';
import { fingerprintText } from './fingerprint.ts';
import { parseDiff } from './parse-diff.ts';
import { statOf } from './stat.ts';

const fingerprint = (text: string) => fingerprintText(parseDiff(text));
const change = (path: string, at: number, removed: string, added: string, around = 'f();') =>
  `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -${at},2 +${at},2 @@\n ${around}\n-${removed}\n+${added}\n`;

const base = change('a.c', 1, 'x = 1;', 'x = 2;');

const rows: [string, string, string, boolean][] = [
  ['another position', base, change('a.c', 90, 'x = 1;', 'x = 2;'), true],
  ['other blanks', base, change('a.c', 1, '  x=1;', 'x  =\t2 ;'), true],
  ['another order of files', base + change('b.c', 1, 'p', 'q'), change('b.c', 1, 'p', 'q') + base, true],
  ['another value', base, change('a.c', 1, 'x = 1;', 'x = 3;'), false],
  ['the same edit at another place', base, change('a.c', 1, 'x = 1;', 'x = 2;', 'g();'), false],
  ['another file', base, change('b.c', 1, 'x = 1;', 'x = 2;'), false],
  ['two words in place of one', change('a.c', 1, 'x', 'intx;'), change('a.c', 1, 'x', 'int x;'), false],
  ['blanks in a string', change('a.c', 1, 'x', 'p("a,b");'), change('a.c', 1, 'x', 'p("a, b");'), false],
  ['a tab in a Makefile', change('Makefile', 1, 'x', '\tcc'), change('Makefile', 1, 'x', '  cc'), false],
];

test.each(rows)('%s: the same attempt or not', (_name, one, other, same) => {
  expect(fingerprint(one) === fingerprint(other)).toBe(same);
});

test('the statistics count files and changed lines', () => {
  expect(statOf(parseDiff(base + change('b.c', 1, 'p', 'q')))).toEqual({
    files: 2,
    additions: 2,
    deletions: 2,
    perFile: [
      { path: 'a.c', additions: 1, deletions: 1 },
      { path: 'b.c', additions: 1, deletions: 1 },
    ],
  });
});
