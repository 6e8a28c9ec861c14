import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { execLine } from './exec-line.ts';

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
  'make  -j2',
  ' make',
  'make ',
  'CC=gcc make',
  'make a\\ b',
  'exec -a name make',
  'exec exec make',
  'exec',
  '-x',
  '%1',
  '',
])('%j is left to the shell', (line) => {
  expect(execLine(line)).toBeUndefined();
});

test('no word of a shell itself is taken for a program', () => {
  const { stdout } = spawnSync('bash', ['-c', 'compgen -b -k'], { encoding: 'utf8' });
  const words = stdout.trim().split('\n');
  expect(words.length).toBeGreaterThan(70);
  expect(words.filter((word) => execLine(word) !== undefined)).toEqual([]);
});
