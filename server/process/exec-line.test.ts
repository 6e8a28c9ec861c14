import { spawnSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { execLine } from './exec-line.ts';

const shell = realpathSync('/bin/sh');

describe.runIf(shell.endsWith('/dash'))('a line for dash', () => {
  test.each([
    ['make', 'exec make'],
    ['make -j2 CC=gcc-12 build/app.elf', 'exec make -j2 CC=gcc-12 build/app.elf'],
    ['./run-tests.sh', 'exec ./run-tests.sh'],
    ['exec make', 'exec make'],
  ])('%s starts one program in place of the shell', (line, inPlace) => {
    expect(execLine(line)).toBe(inPlace);
  });

  test.each([
    'make && ctest',
    'make; ctest',
    'make\nctest',
    'make &',
    'make > log',
    'make $TARGET',
    'make "a b"',
    'make *.c',
    'make ~/x',
    'make # all',
    'make a\\ b',
    'make  -j2',
    'make\t-j2',
    ' make',
    'make ',
    'CC=gcc make',
    'exec CC=gcc make',
    'exec -a name make',
    'exec exec make',
    'exec',
    'exec cd build',
    '-x',
    '%1',
    '',
    `make ${'x'.repeat(5_000)}`,
  ])('%j is left to the shell', (line) => {
    expect(execLine(line)).toBeUndefined();
  });

  test('no word that the shell knows is taken for a program', () => {
    // A word that ends another one is stored with that.
    const stored = readFileSync(shell, 'latin1').match(/[a-z.:]{1,12}/g) ?? [];
    const words = new Set(stored.flatMap((word) => Array.from(word, (_, at) => word.slice(at))));
    const { stdout } = spawnSync(shell, ['-c', 'for word; do type "$word"; done', 'sh', ...words], {
      encoding: 'utf8',
    });
    const own = [...stdout.matchAll(/^(.+) is a (?:special )?shell (?:builtin|keyword)$/gm)].map(
      ([, word]) => word ?? '',
    );
    expect(own).toEqual(expect.arrayContaining(['cd', 'chdir', 'exec', 'if', 'wait', '.', ':']));
    expect(own.filter((word) => execLine(word) !== undefined)).toEqual([]);
  });
});
