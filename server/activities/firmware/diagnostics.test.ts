import { describe, expect, test } from 'vitest';
import { createDiagnostics, type DiagnosticSummary } from './diagnostics.ts';

function read(...chunks: readonly (string | Buffer)[]): DiagnosticSummary {
  const diagnostics = createDiagnostics();
  for (const chunk of chunks) diagnostics.push(Buffer.from(chunk));
  return diagnostics.end();
}

describe('errors of a build', () => {
  test.each<[string, string, Partial<DiagnosticSummary>]>([
    [
      'of a compiler are counted without what make says of them',
      "a.c:3:1: error: 'x' undeclared\nmake[1]: *** [Makefile:4: a.o] Error 1\nmake: *** [Makefile:2: all] Error 2\n",
      { errors: 1, firstError: "a.c:3:1: error: 'x' undeclared" },
    ],
    [
      'of make alone are one',
      "make: *** No rule to make target 'fw.elf'.  Stop.\nmake: *** waiting\n",
      { errors: 1, firstError: "make: *** No rule to make target 'fw.elf'.  Stop." },
    ],
    [
      'of the linker',
      "/usr/bin/ld: main.o: in function `main':\nmain.c:(.text+0x5): undefined reference to `uart_init'\n",
      { errors: 1 },
    ],
    [
      'of a missing header are no less for the words that follow',
      'b.c:1:10: fatal error: hal.h: No such file or directory\ncompilation terminated.\n',
      { errors: 1, firstError: 'b.c:1:10: fatal error: hal.h: No such file or directory' },
    ],
    [
      'of MSVC and IAR',
      'main.c(12): error C2065: x: undeclared identifier\nError[Pe020]: identifier "y"\n',
      { errors: 1 },
    ],
    [
      'name a program that a shell looked for',
      '/bin/sh: 1: arm-none-eabi-gcc: not found\n',
      { missing: ['arm-none-eabi-gcc'] },
    ],
    [
      'are those of a file of the project that is not there',
      '/bin/sh: 1: exec: ./build.sh: not found\n',
      { missing: [], errors: 1, firstError: '/bin/sh: 1: exec: ./build.sh: not found' },
    ],
    [
      'are not those of such a file where something else is wrong',
      '/bin/sh: 1: ./version.sh: not found\na.c:1:1: error: x\n',
      { missing: [], errors: 1, firstError: 'a.c:1:1: error: x' },
    ],
    [
      'name a missing program also beside such a file',
      '/bin/sh: 1: ./version.sh: not found\n/bin/sh: 1: armcc: not found\n',
      { missing: ['armcc'], firstError: null },
    ],
    [
      'name a program of a folder outside',
      '/bin/sh: 1: /opt/arm/bin/gcc: not found\n',
      { missing: ['/opt/arm/bin/gcc'], errors: 0 },
    ],
    ['name a program that make looked for', 'make: armcc: No such file or directory\n', { missing: ['armcc'] }],
    [
      'are none in a line that only has the word',
      '  CC error_handler.o\n0 errors, 0 warnings\n',
      { errors: 0, warnings: 0 },
    ],
  ])('%s', (_, output, found) => {
    expect(read(output)).toMatchObject(found);
  });
});

test('a warning is the same wherever in its file it stands, and has its place in the messages', () => {
  const one = read("src/a.c:3:5: warning: unused variable 'x' [-Wunused-variable]\n");
  const moved = read("src/a.c:30:7: warning: unused variable 'x' [-Wunused-variable]\n");
  expect(one.warningTexts).toEqual(moved.warningTexts);
  expect(one.messages).toEqual([
    { severity: 'warning', file: 'src/a.c', line: 3, text: "unused variable 'x' [-Wunused-variable]" },
  ]);
});

test('a line that comes in pieces is read whole', () => {
  expect(read('a.c:1:1: err', 'or: x\n').errors).toBe(1);
});

test('a line of one stream is not mixed with what the other one prints meanwhile', () => {
  const diagnostics = createDiagnostics();
  diagnostics.push(Buffer.from('make: wait'));
  diagnostics.push(Buffer.from('a.c:1:1: error: x\n'), 'stderr');
  diagnostics.push(Buffer.from('ing\nb.c:2:2: warn'));
  diagnostics.push(Buffer.from('a.c:3:1: error: y\n'), 'stderr');
  diagnostics.push(Buffer.from('ing: z'));
  const { messages } = diagnostics.end();
  expect(messages.map(({ file, text }) => [file, text])).toEqual([
    ['a.c', 'x'],
    ['a.c', 'y'],
    ['b.c', 'z'],
  ]);
});

test('a line of 50 MB costs no memory and hides nothing after it', () => {
  const diagnostics = createDiagnostics();
  const piece = Buffer.alloc(1024 * 1024, 'x');
  for (let at = 0; at < 50; at += 1) diagnostics.push(piece);
  diagnostics.push(Buffer.from('\na.c:1:1: error: x\n'));
  expect(diagnostics.end()).toMatchObject({ errors: 1, firstError: 'a.c:1:1: error: x' });
});

test('a character that arrives in two pieces stays whole, so that a known warning is not a new one', () => {
  const line = Buffer.from('a.c:1:2: warning: unused variable ‘größe’ [-Wunused-variable]\n');
  const pieces = [...line].map((byte) => Buffer.from([byte]));
  expect(read(...pieces)).toEqual(read(line));
});
