import { describe, expect, test } from 'vitest';
import { parseDiff } from './parse-diff.ts';

const hunk = '@@ -1 +1 @@\n-old\n+new\n';

describe('each form of a file change is read', () => {
  const rows: [string, string, object][] = [
    [
      'modify',
      `diff --git a/src/a.c b/src/a.c\nindex 1..2 100644\n--- a/src/a.c\n+++ b/src/a.c\n${hunk}`,
      { kind: 'modify', oldPath: 'src/a.c', newPath: 'src/a.c', oldMode: '100644', newMode: '100644' },
    ],
    [
      'add',
      'diff --git a/n.c b/n.c\nnew file mode 100644\nindex 0..1\n--- /dev/null\n+++ b/n.c\n@@ -0,0 +1 @@\n+x\n',
      { kind: 'add', oldPath: null, newPath: 'n.c', oldMode: null, newMode: '100644' },
    ],
    [
      'add of an empty file',
      'diff --git a/n.c b/n.c\nnew file mode 100644\nindex 0..e69de29\n',
      { kind: 'add', newPath: 'n.c', hunks: [] },
    ],
    [
      'delete',
      'diff --git a/n.c b/n.c\ndeleted file mode 100755\n--- a/n.c\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n',
      { kind: 'delete', oldPath: 'n.c', newPath: null, oldMode: '100755', newMode: null },
    ],
    [
      'rename',
      'diff --git a/x.c b/y.c\nsimilarity index 100%\nrename from x.c\nrename to y.c\n',
      { kind: 'rename', oldPath: 'x.c', newPath: 'y.c' },
    ],
    [
      'copy with spaces in its paths',
      'diff --git a/a b.c b/c d.c\nsimilarity index 100%\ncopy from a b.c\ncopy to c d.c\n',
      { kind: 'copy', oldPath: 'a b.c', newPath: 'c d.c' },
    ],
    [
      'mode',
      'diff --git a/run.sh b/run.sh\nold mode 100644\nnew mode 100755\n',
      { kind: 'mode', oldMode: '100644', newMode: '100755' },
    ],
    [
      'symbolic link',
      'diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+/etc/passwd\n\\ No newline at end of file\n',
      { kind: 'add', newMode: '120000' },
    ],
    [
      'submodule',
      'diff --git a/sub b/sub\nindex 1..2 160000\n--- a/sub\n+++ b/sub\n@@ -1 +1 @@\n-Subproject commit 1\n+Subproject commit 2\n',
      { kind: 'modify', newMode: '160000' },
    ],
    [
      'binary patch',
      'diff --git a/i.png b/i.png\nindex 1..2 100644\nGIT binary patch\nliteral 3\nKcmZQzWMT#Y01f~L\n\nliteral 0\nHcmV?d00001\n\n',
      { binary: true, binaryPatch: ['literal 3', 'KcmZQzWMT#Y01f~L', '', 'literal 0', 'HcmV?d00001'], kind: 'modify' },
    ],
    [
      'binary files that differ',
      'diff --git a/i.png b/i.png\nindex 1..2 100644\nBinary files a/i.png and b/i.png differ\n',
      { binary: true, binaryPatch: [] },
    ],
    [
      'a quoted path with octal escapes',
      `diff --git "a/\\303\\244\\t\\"x\\".c" "b/\\303\\244\\t\\"x\\".c"\n--- "a/\\303\\244\\t\\"x\\".c"\n+++ "b/\\303\\244\\t\\"x\\".c"\n${hunk}`,
      { newPath: 'ä\t"x".c' },
    ],
    [
      'a rename in which only one side is quoted',
      'diff --git a/x.c "b/\\303\\244.c"\nsimilarity index 100%\nrename from x.c\nrename to "\\303\\244.c"\n',
      { oldPath: 'x.c', newPath: 'ä.c' },
    ],
    [
      'a path with spaces',
      `diff --git a/my file.c b/my file.c\n--- a/my file.c\t\n+++ b/my file.c\t\n${hunk}`,
      { newPath: 'my file.c' },
    ],
    ['no prefixes', `diff --git src/a.c src/a.c\n--- src/a.c\n+++ src/a.c\n${hunk}`, { newPath: 'src/a.c' }],
    [
      'mnemonic prefixes',
      `diff --git i/src/a.c w/src/a.c\n--- i/src/a.c\n+++ w/src/a.c\n${hunk}`,
      { newPath: 'src/a.c' },
    ],
    [
      'a plain diff with time stamps',
      `--- src/a.c\t2024-01-01 10:00:00\n+++ src/a.c\t2024-01-01 10:00:01\n${hunk}`,
      { kind: 'modify', oldPath: 'src/a.c', newPath: 'src/a.c' },
    ],
    [
      'a plain diff of two folders',
      `--- old/src/a.c\n+++ new/src/a.c\n${hunk}`,
      { kind: 'modify', newPath: 'src/a.c' },
    ],
    [
      'a plain diff against a kept original',
      `--- src/a.c.orig\n+++ src/a.c\n${hunk}`,
      { kind: 'modify', oldPath: 'src/a.c', newPath: 'src/a.c' },
    ],
    ['a plain diff that adds', '--- /dev/null\n+++ b/a.c\n@@ -0,0 +1 @@\n+x\n', { kind: 'add', newPath: 'a.c' }],
    ['a plain diff that empties', '--- a/a.c\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n', { kind: 'delete', oldPath: 'a.c' }],
    [
      'an absolute path, which stays absolute',
      `diff --git a//etc/passwd b//etc/passwd\n--- a//etc/passwd\n+++ b//etc/passwd\n${hunk}`,
      { newPath: '/etc/passwd' },
    ],
  ];
  test.each(rows)('%s', (_name, text, expected) => {
    const diff = parseDiff(text);
    expect(diff.problems).toEqual([]);
    expect(diff.files).toHaveLength(1);
    expect(diff.files[0]).toMatchObject(expected);
  });
});

describe('lines', () => {
  test('carry their place in the old and the new file', () => {
    const { files } = parseDiff('--- a/x\n+++ b/x\n@@ -10,3 +20,3 @@ int f(void)\n a\n-b\n+c\n d\n');
    expect(files[0]?.hunks[0]?.section).toBe('int f(void)');
    expect(files[0]?.hunks[0]?.lines.map(({ kind, oldLine, newLine }) => [kind, oldLine, newLine])).toEqual([
      ['context', 10, 20],
      ['delete', 11, null],
      ['add', null, 21],
      ['context', 12, 22],
    ]);
  });

  test('keep the carriage returns of the file, and lose those that a text-mode pipe put everywhere', () => {
    const unix = 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\r\n+b\r\n';
    const texts = (text: string) => parseDiff(text).files[0]?.hunks[0]?.lines.map((line) => line.text);
    expect(texts(unix)).toEqual(['a\r', 'b\r']);
    expect(texts(unix.replaceAll('\n', '\r\n'))).toEqual(['a\r', 'b\r']);
  });

  test('that begin with two dashes or pluses inside a hunk are content', () => {
    const { files, problems } = parseDiff('--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n--- i;\n-@@ -1 @@\n+++ i;\n+@@ x\n');
    expect(problems).toEqual([]);
    expect(files[0]?.hunks[0]?.lines.map((line) => line.text)).toEqual(['-- i;', '@@ -1 @@', '++ i;', '@@ x']);
  });

  test('tell on which side the last newline is missing', () => {
    const { files } = parseDiff('--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n');
    expect(files[0]?.hunks[0]?.lines.map((line) => line.noNewline)).toEqual([true, false]);
  });
});

test('mail headers before and a signature after the diff are no part of it', () => {
  const mail = `From 1234 Mon Sep 17\nSubject: [PATCH] fix\n\n---\n a.c | 2 +-\n\ndiff --git a/a.c b/a.c\n--- a/a.c\n+++ b/a.c\n${hunk}-- \n2.39.2\n`;
  const diff = parseDiff(mail);
  expect(diff.problems).toEqual([]);
  expect(diff.preamble).toMatch(/^From 1234.*a\.c \| 2 \+-\n$/s);
  expect(diff.files.map((file) => [file.newPath, file.line])).toEqual([['a.c', 7]]);
});

test('a header of a million blanks is refused at once', () => {
  const started = performance.now();
  const { problems } = parseDiff(`diff --git ${' a/x'.repeat(250_000)}\nold mode 100644\nnew mode 100755\n`);
  expect(problems).toMatchObject([{ line: 1, text: expect.stringMatching(/which file/) }]);
  expect(performance.now() - started).toBeLessThan(1_000);
});

test.each([
  ['a list', '\n- Fixed the loop\n- Kept the rest\n'],
  ['a rule and a paragraph that is indented', '\n---\n    as agreed\n'],
  ['the end of a mail in parts', '\n--------------2.39.5--\n'],
  ['a signature', '\n-----BEGIN PGP SIGNATURE-----\n\niQ\n'],
  ['what the next commit changes', ' k | 2 +-\n 1 file changed\n\n'],
])('after a hunk %s is none of it', (_name, text) => {
  const { files, problems } = parseDiff(`--- a/x\n+++ b/x\n${hunk}${text}`);
  expect(problems).toEqual([]);
  expect(files).toHaveLength(1);
});

describe('what cannot be read is a problem with its line', () => {
  const rows: [string, string, number, RegExp][] = [
    ['nothing', '', 1, /empty/],
    ['prose', 'I have fixed the bug.\n', 1, /no diff/],
    ['a hunk that is too short', '--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n a\n-b\n+c\n', 7, /ends before/],
    ['a hunk that is too long', '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-b\n+c\n+d\n', 6, /more lines/],
    ['one that goes on with context', '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-b\n+c\n d\n-e\n', 6, /more lines/],
    ['one that goes on after a blank line', '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-b\n+c\n\n\n-e\n', 8, /more lines/],
    ['a header that is indented', '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-b\n+c\n @@ -3 +3 @@\n-d\n+e\n', 6, /more lines/],
    ['another form of patch', '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-b\n+c\n*** Update File: y\n', 6, /another form/],
    ['a hunk of context only', '--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n b\n', 3, /changes nothing/],
    [
      'a line after the end of a file',
      '--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-a\n+b\n\\ No newline at end of file\n c\n',
      3,
      /after one that ends its file/,
    ],
    ['a broken hunk header', 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ somewhere @@\n-b\n', 4, /not a hunk header/],
    ['a hunk without a file', '@@ -1 +1 @@\n-a\n+b\n', 1, /without a file/],
    ['a merge', 'diff --cc a.c\nindex 1,2..3\n--- a/a.c\n+++ b/a.c\n@@@ -1,1 -1,1 +1,1 @@@\n', 1, /combined/],
    [
      'a header that contradicts itself',
      `diff --git a/src/a.c b/src/a.c\n--- a/test/a.c\n+++ b/test/a.c\n${hunk}`,
      1,
      /names src\/a\.c/,
    ],
    ['a header without a path', 'diff --git nonsense\nold mode 100644\nnew mode 100755\n', 1, /which file/],
    ['both sides missing', '--- /dev/null\n+++ /dev/null\n@@ -0,0 +0,0 @@\n', 1, /neither side/],
  ];
  test.each(rows)('%s', (_name, text, line, message) => {
    const [problem] = parseDiff(text).problems;
    expect(problem).toMatchObject({ line, text: expect.stringMatching(message) });
  });
});
