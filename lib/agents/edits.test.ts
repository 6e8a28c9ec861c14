import { expect, test } from 'vitest';
import { replaceOnce } from './edits.ts';

test.each([
  ['what stands there once', 'int a;\nint b;\n', 'int b;', 'long b;', 'int a;\nlong b;\n'],
  ['lines of a file with CRLF', 'a;\r\nb;\r\nc;\r\n', 'a;\nb;', 'x;\ny;', 'x;\r\ny;\r\nc;\r\n'],
  ['text that means something to a replacement', 'cost', 'cost', '$& $1', '$& $1'],
])('%s is replaced', (_, before, find, replace, after) => {
  expect(replaceOnce(before, { file: 'a.c', find, replace })).toEqual({ ok: true, text: after });
});

test.each([
  ['what stands there twice', 'x = 1;\ny = 2;\nx = 1;\n', 'x = 1;', /more than once, in lines 1 and 3/],
  [
    'what stands there only with other blanks',
    'if (a)\n\treturn 1;\n',
    'if (a)\n  return 1;',
    /only with other blanks/,
  ],
  ['what does not stand there', 'int a;\n', 'int b;', /does not stand there: "int b;"/],
])('%s is refused', (_, before, find, why) => {
  expect(replaceOnce(before, { file: 'a.c', find, replace: '' })).toEqual({
    ok: false,
    reason: expect.stringMatching(why),
  });
});
