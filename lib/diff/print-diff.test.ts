import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDiff } from './parse-diff.ts';
import type { ChangeKind, DiffLine, FileDiff, Hunk } from './parsed-diff.ts';
import { printDiff } from './print-diff.ts';

const content = fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replaceAll('\n', ' '));

const hunk = fc
  .record({
    start: fc.integer({ min: 1, max: 5000 }),
    shift: fc.integer({ min: 0, max: 50 }),
    section: fc.constantFrom('', 'int main(void)', 'static @@ odd'),
    lines: fc.array(fc.tuple(fc.constantFrom('context', 'add', 'delete'), content), { minLength: 1, maxLength: 12 }),
  })
  .filter(({ lines }) => lines.some(([kind]) => kind !== 'context'))
  .map(({ start, shift, section, lines }): Hunk => {
    let [oldLine, newLine] = [start, start + shift];
    const numbered = lines.map(
      ([kind, text]): DiffLine => ({
        kind,
        text,
        oldLine: kind === 'add' ? null : oldLine++,
        newLine: kind === 'delete' ? null : newLine++,
        noNewline: false,
      }),
    );
    return {
      oldStart: start,
      oldCount: oldLine - start,
      newStart: start + shift,
      newCount: newLine - start - shift,
      section,
      lines: numbered,
    };
  });

const folder = fc.constantFrom('', 'src/', 'my dir/', 'ä/');
const path = fc
  .tuple(folder, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }))
  .map(([first, name]) => first + name);

const sidesOf: Record<ChangeKind, (one: string, other: string) => Partial<FileDiff>> = {
  add: (one) => ({ oldPath: null, newPath: one, newMode: '100644' }),
  delete: (one) => ({ oldPath: one, newPath: null, oldMode: '100755' }),
  modify: (one) => ({ oldPath: one, newPath: one, oldMode: '120000', newMode: '120000', index: '83db48f..bf269f4' }),
  rename: (one, other) => ({ oldPath: one, newPath: other }),
  copy: (one, other) => ({ oldPath: one, newPath: other }),
  mode: (one) => ({ oldPath: one, newPath: one, oldMode: '100644', newMode: '100755', hunks: [] }),
};

const kinds = fc.constantFrom<ChangeKind>('add', 'delete', 'modify', 'rename', 'copy', 'mode');

const file = fc.record({ kind: kinds, one: path, other: path, hunks: fc.array(hunk, { maxLength: 3 }) }).map(
  ({ kind, one, other, hunks }): Omit<FileDiff, 'line'> => ({
    kind,
    oldPath: null,
    newPath: null,
    oldMode: null,
    newMode: null,
    index: null,
    binary: false,
    binaryPatch: [],
    hunks,
    ...sidesOf[kind](one, other),
  }),
);

test('what is printed reads back as the same changes', () => {
  fc.assert(
    fc.property(fc.array(file, { minLength: 1, maxLength: 4 }), (files) => {
      const read = parseDiff(printDiff({ files: files.map((each) => ({ ...each, line: 1 })) }));
      expect(read.problems).toEqual([]);
      expect(read.files.map(({ line: _line, ...rest }) => rest)).toEqual(files);
    }),
  );
});

test('any text at all is read without throwing', () => {
  const fragment = fc.oneof(
    fc.constantFrom(
      'diff --git ',
      '--- ',
      '+++ ',
      '@@ -1,2 +1 @@',
      'rename from ',
      'GIT binary patch',
      '\n',
      '"',
      '\\',
      '\r',
      ' b/',
    ),
    fc.string({ unit: 'binary', maxLength: 6 }),
  );
  fc.assert(
    fc.property(fc.array(fragment, { maxLength: 40 }), (parts) => void parseDiff(parts.join(''))),
    { numRuns: 500 },
  );
});

test('git takes the printed form of its own diff and builds the same tree', () => {
  const root = mkdtempSync(join(tmpdir(), 'firmloop-diff-'));
  const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: 'pipe' });
  const write = (name: string, text: string) => writeFileSync(join(root, name), text);
  const commit = () => {
    git('add', '-A');
    git('-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '-qm', 'x');
    return git('rev-parse', 'HEAD^{tree}').trim();
  };
  try {
    git('init', '-q');
    mkdirSync(join(root, 'my dir'));
    write('my dir/a b.c', 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n');
    write('ä"\t.c', 'x\n');
    write('crlf.c', 'a\r\nb\r\n');
    write('gone.c', 'bye\n');
    write('moved.c', 'int a;\nint b;\nint c;\nint d;\n');
    write('tool', '#!/bin/sh\n');
    write('image', 'a\0b');
    write('open.c', 'no end');
    commit();
    write('my dir/a b.c', 'one\nTWO\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n');
    write('ä"\t.c', '-- x\n++ y\n');
    write('crlf.c', 'a\r\nB\r\n');
    rmSync(join(root, 'gone.c'));
    renameSync(join(root, 'moved.c'), join(root, 'moved here.c'));
    chmodSync(join(root, 'tool'), 0o755);
    write('image', 'a\0c');
    write('open.c', 'an end\n');
    write('empty.c', '');
    symlinkSync('tool', join(root, 'link'));
    const wanted = commit();
    const printed = printDiff(parseDiff(git('diff', '--binary', '--full-index', '-M', 'HEAD~1', 'HEAD')));
    git('reset', '-q', '--hard', 'HEAD~1');
    execFileSync('git', ['-C', root, 'apply', '--index'], { input: printed, stdio: 'pipe' });
    expect(git('write-tree').trim()).toBe(wanted);
  } finally {
    rmSync(root, { recursive: true });
  }
});
