import { describe, expect, test } from 'vitest';
import { applyEdits } from '../mutate/draft.ts';
import { collectSymbols } from '../syntax/symbols.ts';
import { missingBrace } from './braces.ts';
import { type CompilerMessage, readCompilerText, readGccJson } from './diagnostic.ts';
import { linkerFindings } from './linker.ts';
import { repairsFor } from './repairs.ts';

const nothingKnown = collectSymbols([]);

function message(text: string, line: number, column: number): CompilerMessage {
  return { severity: 'error', file: 'a.c', at: { line, column }, text, option: null, fixIts: [] };
}

describe('what a compiler says', () => {
  const array = JSON.stringify([
    {
      kind: 'error',
      message: 'expected ‘;’ before ‘return’',
      locations: [{ caret: { file: './src/a.c', line: 3, column: 4, 'byte-column': 5 } }],
      children: [
        {
          kind: 'note',
          message: 'add it',
          fixits: [
            {
              start: { file: './src/a.c', line: 2, column: 9 },
              next: { file: './src/a.c', line: 2, column: 9 },
              string: ';',
            },
          ],
        },
      ],
    },
  ]);

  test('is read from its JSON with foreign, cut and other lines in between', () => {
    const output = `make: Entering directory\n${array}\ncompilation terminated.\n[{"kind": "err\n[]\n`;
    expect(readGccJson(output)).toEqual([
      {
        severity: 'error',
        file: 'src/a.c',
        at: { line: 3, column: 5 },
        text: "expected ';' before 'return'",
        option: null,
        fixIts: [{ start: { line: 2, column: 9 }, end: { line: 2, column: 9 }, text: ';' }],
      },
    ]);
  });

  test('is read from JSON that is laid out in several lines', () => {
    const laidOut = JSON.stringify(JSON.parse(array), null, 2);
    const likeGcc = laidOut.replace(/^\[\s+/, '[').replace(/\s+\]$/, ']');
    for (const text of [laidOut, likeGcc]) {
      expect(readGccJson(`make: Entering directory\n${text}\n${text}\ncompilation terminated.\n`)).toEqual([
        ...readGccJson(array),
        ...readGccJson(array),
      ]);
    }
  });

  test('is read from its text with the edits that follow a message', () => {
    const output = `a.c:3:9: error: 'coun' undeclared; did you mean 'count'?
    3 |  return coun;
fix-it:"./a.c":{3:9-3:13}:"count"
a.c:3:9: note: each undeclared identifier is reported only once
fix-it:"b.h":{1:1-1:1}:"x"
a.c:5:1: error: no \\ here
fix-it:"a.c":{5:1-5:1}:"\\"\\n"
`;
    expect(readCompilerText(output).map(({ fixIts }) => fixIts)).toEqual([
      [{ start: { line: 3, column: 9 }, end: { line: 3, column: 13 }, text: 'count' }],
      [{ start: { line: 5, column: 1 }, end: { line: 5, column: 1 }, text: '"\n' }],
    ]);
  });

  test('is read from its text where it says no JSON', () => {
    const [warning, error] = readCompilerText(
      "a.c:2:5: warning: unused 'x' [-Wunused-variable]\nnoise\na.c:3:1: fatal error: no.h: No such file\n",
    );
    expect(warning).toMatchObject({ severity: 'warning', option: '-Wunused-variable', text: "unused 'x'" });
    expect(error).toMatchObject({ severity: 'error', at: { line: 3, column: 1 } });
  });

  test('is followed to the character when columns count bytes', () => {
    const text = '/* ü */ int a = 1\n';
    const fixIt = { start: { line: 1, column: 19 }, end: { line: 1, column: 19 }, text: ';' };
    const [idea] = repairsFor({ ...message('expected', 1, 1), fixIts: [fixIt] }, { text, symbols: nothingKnown });
    expect(applyEdits(text, idea?.edits ?? [])).toBe('/* ü */ int a = 1;\n');
  });
});

describe('templates', () => {
  test.each<[string, CompilerMessage, string, string]>([
    [
      'a semicolon in the line before',
      message("expected ',' or ';' before 'return'", 2, 5),
      'int a = 1 /* one */\n    return a;\n',
      'int a = 1; /* one */\n    return a;\n',
    ],
    [
      'a dot for an arrow',
      message("invalid type argument of '->' (have 'ring')", 1, 14),
      'int a = one->b + two->c;\n',
      'int a = one.b + two->c;\n',
    ],
    [
      'an arrow for a dot',
      message("request for member 'b' in something not a structure or union", 1, 12),
      'int a = one.b + 1.5;\n',
      'int a = one->b + 1.5;\n',
    ],
    [
      'a standard header',
      message("unknown type name 'uint8_t'", 1, 1),
      '#include <stdio.h>\nuint8_t a;\n',
      '#include <stdio.h>\n#include <stdint.h>\nuint8_t a;\n',
    ],
    [
      'a brace that is too many',
      message("expected identifier or '(' before '}' token", 4, 1),
      'int f(void)\n{\n}\n}\n',
      'int f(void)\n{\n}\n',
    ],
    ['the end of a string', message('missing terminating " character', 1, 8), 'puts("hello);\n', 'puts("hello");\n'],
  ])('%s', (_, told, before, after) => {
    const [idea] = repairsFor(told, { text: before, symbols: nothingKnown });
    expect(applyEdits(before, idea?.edits ?? [])).toBe(after);
  });

  test.each([
    [
      'at the end of a function',
      'int f(void)\n{\n    return 1;\n\nint g(void)\n{\n    return 2;\n}\n',
      '    return 1;\n\n}\n\nint g',
    ],
    [
      'at the end of a block',
      'int f(int a)\n{\n    if (a) {\n        a = 1;\n    return a;\n}\n',
      '        a = 1;\n    }\n    return a;',
    ],
    ['at the end of the file', 'int f(void)\n{\n    return 1;\n', '    return 1;\n}\n'],
    ['and not in a text or comment', 'int f(void)\n{\n    /* { */\n    puts("{");\n', 'puts("{");\n}\n'],
  ])('a missing brace is found by indentation %s', (_, text, part) => {
    const edit = missingBrace(text);
    expect(applyEdits(text, edit === null ? [] : [edit])).toContain(part);
  });

  test('no brace is missing where braces and indentation agree', () => {
    expect(
      missingBrace('int f(int a)\n{\n    switch (a) {\n    case 1:\n        break;\n    }\nend:\n    return a;\n}\n'),
    ).toBeNull();
  });
});

test('what the linker misses is told with the file that has it', () => {
  const symbols = { ...nothingKnown, homes: new Map([['crc16', 'src/crc16.c']]) };
  expect(linkerFindings("a.o: undefined reference to `crc16'\nb.o: undefined reference to `gone'\n", symbols)).toEqual([
    'the linker misses crc16: src/crc16.c defines it and is not linked',
    'the linker misses gone: no file of the project declares it',
  ]);
});
