import { execFileSync } from 'node:child_process';
import { rmSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { applyPatch } from './apply-patch.ts';
import { checkPatch } from './check-patch.ts';
import {
  diffOf,
  git,
  hunkOf as hunk,
  numbered,
  openedWorkspace,
  read,
  succeeded,
  twice,
  userGit,
  withoutIndex,
  writeFiles,
} from './testing.ts';

const tabbed = 'void f(void)\n{\n\tint a = 1;\n\treturn;\n}\n';
const files = {
  'a.c': numbered,
  'twice.c': twice,
  'tabs.c': tabbed,
  'crlf.c': numbered.replaceAll('\n', '\r\n'),
  'open.c': 'one\ntwo',
  'ü ö.c': 'x\n',
  'src/b.c': 'b\n',
};

const edit = (path: string, before: string, after: string) => diffOf(path, before, after);
const changeLine30 = edit('a.c', numbered, numbered.replace('line 30\n', 'LINE 30\n'));
test.each([
  ['stands where it says', changeLine30, 'exact'],
  [
    'comes as a mail with a signature',
    `From 1234 Mon Sep 17\nFrom: Ada <ada@example.org>\nSubject: [PATCH] Fix\n\nWhy.\n---\n a.c | 2 +-\n\n${changeLine30}-- \n2.39.5\n`,
    'exact',
  ],
  ['is a plain unified diff', changeLine30.replace(/^diff .*\nindex .*\n/, ''), 'exact'],
  ['stands 20 lines further down', hunk('a.c', 9, [' line 29', '-line 30', '+LINE 30', ' line 31']), 'offset'],
  [
    'was made on an older version of the file',
    edit('a.c', numbered, numbered.replace('line 30\n', 'LINE 30\n')).replace(' line 27\n', ' line 27\n'),
    'exact',
  ],
  ['has CRLF throughout for a file with LF', changeLine30.replaceAll('\n', '\r\n'), 'exact'],
  ['has CRLF in its lines for a file with LF', changeLine30.replace(/^([ +-](?![+-]).*)$/gm, '$1\r'), 'line-endings'],
  ['has LF for a file with CRLF', withoutIndex(changeLine30).replaceAll('a.c', 'crlf.c'), 'line-endings'],
  [
    'has blanks where the file has tabs',
    hunk('tabs.c', 2, [' {', '-    int a = 1;', '+    int a = 2;', '     return;']),
    'whitespace',
  ],
  ['names a file with blanks and umlauts', edit('ü ö.c', 'x\n', 'y\n'), 'exact'],
  ['ends without context in the midst of the file', hunk('a.c', 30, ['-line 30', '+LINE 30']), 'exact'],
  ['does so 20 lines further down', hunk('a.c', 10, [' line 29', '-line 30', '+LINE 30']), 'offset'],
  ['does so where lines end with CRLF', hunk('crlf.c', 30, ['-line 30\r', '+LINE 30\r']), 'exact'],
  ['says nothing of the newline that the file lacks', hunk('open.c', 1, [' one', '-two', '+TWO']), 'line-endings'],
])('a patch that %s is applied', async (_, patch, fit) => {
  const { workspace } = await openedWorkspace(files);
  expect(succeeded(await checkPatch(git, workspace, patch)).fit).toBe(fit);
  expect(userGit(workspace.root, 'status', '--porcelain')).toBe('');
  expect(succeeded(await applyPatch(git, workspace, patch)).fit).toBe(fit);
  expect(userGit(workspace.root, 'diff', '--numstat', '-z')).toMatch(/^1\t1\t/);
});

test('a pipe that a build has put in the place of a file is not waited for', async () => {
  const { workspace } = await openedWorkspace(files);
  rmSync(join(workspace.root, 'a.c'));
  execFileSync('mkfifo', [join(workspace.root, 'a.c')]);
  expect(await checkPatch(git, workspace, changeLine30)).toMatchObject({ ok: false });
});

test.each([
  ['is empty', ' \n', { code: 'EMPTY' }],
  ['is prose', 'I changed the loop.\n', { code: 'MALFORMED' }],
  ['ends too early', changeLine30.split('\n').slice(0, -3).join('\n'), { code: 'MALFORMED' }],
  ['leads outside by dots', changeLine30.replaceAll('/a.c', '/../a.c'), { code: 'OUTSIDE' }],
  ['names an absolute path', `--- /etc/passwd\n+++ /etc/passwd\n@@ -1 +1 @@\n-a\n+b\n`, { code: 'OUTSIDE' }],
  [
    "writes git's own data",
    'diff --git a/.git/config b/.git/config\nnew file mode 100644\n--- /dev/null\n+++ b/.git/config\n@@ -0,0 +1 @@\n+x\n',
    { code: 'OUTSIDE' },
  ],
  [
    'makes a symbolic link',
    'diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+/etc\n\\ No newline at end of file\n',
    { code: 'SYMLINK', file: 'l' },
  ],
  [
    'changes a binary file',
    'diff --git a/x.bin b/x.bin\nindex 1234567..89abcde 100644\nBinary files a/x.bin and b/x.bin differ\n',
    { code: 'BINARY' },
  ],
  [
    'names a file that is not there',
    changeLine30.replaceAll('a.c', 'gone.c'),
    { code: 'NO_SUCH_FILE', file: 'gone.c' },
  ],
  [
    'creates a file that is there',
    'diff --git a/a.c b/a.c\nnew file mode 100644\n--- /dev/null\n+++ b/a.c\n@@ -0,0 +1 @@\n+x\n',
    { code: 'EXISTS', file: 'a.c' },
  ],
  [
    'expects other content',
    hunk('a.c', 29, [' line 29', '-something else', '+x', ' line 31']),
    { code: 'DRIFTED', file: 'a.c', hunk: 1 },
  ],
  [
    'has a second hunk that does not match',
    hunk('a.c', 1, ['-line 1', '+x', ' line 2']) + ['@@ -40,2 +40,2 @@', '-nothing', '+y', ' line 41', ''].join('\n'),
    { code: 'DRIFTED', hunk: 2 },
  ],
  [
    'fits at two places, neither the stated one',
    hunk('twice.c', 3, [' set(pin);', '-wait();', '+wait_longer();', ' clear(pin);']),
    { code: 'AMBIGUOUS', file: 'twice.c', hunk: 1 },
  ],
  [
    'makes a file where a folder stands',
    'diff --git a/src b/src\nnew file mode 100644\n--- /dev/null\n+++ b/src\n@@ -0,0 +1 @@\n+x\n',
    { code: 'EXISTS', file: 'src' },
  ],
  ['makes a file with a name that none can have', `--- /dev/null\n+++ b/${'n'.repeat(300)}\n@@ -0,0 +1 @@\n+x\n`, {}],
  [
    'makes a file below one',
    'diff --git a/a.c/x b/a.c/x\nnew file mode 100644\n--- /dev/null\n+++ b/a.c/x\n@@ -0,0 +1 @@\n+x\n',
    { code: 'EXISTS', file: 'a.c/x' },
  ],
  [
    'removes in one part what another one changes',
    `${changeLine30}diff --git a/a.c b/a.c\ndeleted file mode 100644\n--- a/a.c\n+++ /dev/null\n@@ -1 +0,0 @@\n-line 1\n`,
    { code: 'MALFORMED', file: 'a.c' },
  ],
  [
    'changes a file and then moves it',
    `${changeLine30}diff --git a/a.c b/c.c\nsimilarity index 100%\nrename from a.c\nrename to c.c\n`,
    { code: 'MALFORMED', file: 'a.c' },
  ],
  [
    'makes a file twice',
    '--- /dev/null\n+++ b/n.c\n@@ -0,0 +1 @@\n+x\n--- /dev/null\n+++ b/n.c\n@@ -0,0 +1 @@\n+y\n',
    { code: 'MALFORMED', file: 'n.c' },
  ],
  [
    'names no line of the file',
    'diff --git a/a.c b/a.c\n--- a/a.c\n+++ b/a.c\n@@ -1,1 +1,1 @@\n-line 1\n+LINE 1\n@@ -30,0 +31,1 @@\n+added\n',
    { code: 'AMBIGUOUS', file: 'a.c', hunk: 2 },
  ],
  [
    'has two hunks for one line',
    hunk('a.c', 1, [' line 1', '-line 2', '+x']) + ['@@ -2,2 +2,2 @@', '-line 2', '+y', ' line 3', ''].join('\n'),
    { code: 'DRIFTED', file: null },
  ],
  [
    'fits at two places when blanks are forgiven',
    hunk('twice.c', 3, ['  set(pin); ', '-wait();', '+wait_longer();', '  clear(pin);']),
    { code: 'AMBIGUOUS', hunk: 1 },
  ],
])('a patch that %s is refused and changes nothing', async (_, patch, refusal) => {
  const { workspace } = await openedWorkspace(files);
  expect(await checkPatch(git, workspace, patch)).toMatchObject({ ok: false, ...refusal });
  expect(await applyPatch(git, workspace, patch)).toMatchObject({ ok: false, ...refusal });
  expect(userGit(workspace.root, 'status', '--porcelain')).toBe('');
});

test('a hunk that fits at two places is applied at the one it names', async () => {
  const { workspace } = await openedWorkspace(files);
  succeeded(
    await applyPatch(git, workspace, hunk('twice.c', 6, [' set(pin);', '-wait();', '+wait_longer();', ' clear(pin);'])),
  );
  expect(read(workspace.root, 'twice.c').split('\n')[6]).toBe('wait_longer();');
});

test('a patch that the tree has already is told apart from one that does not fit', async () => {
  const { workspace } = await openedWorkspace(files);
  succeeded(await applyPatch(git, workspace, changeLine30));
  expect(await applyPatch(git, workspace, changeLine30)).toMatchObject({ ok: false, code: 'ALREADY_APPLIED' });
});

test('a patch made on an earlier content is merged when both changes stand apart', async () => {
  const { workspace } = await openedWorkspace(files);
  const patch = edit('a.c', numbered, numbered.replace('line 28\n', 'LINE 28\n'));
  succeeded(await applyPatch(git, workspace, edit('a.c', numbered, numbered.replace('line 30\n', 'LINE 30\n'))));
  expect(await applyPatch(git, workspace, withoutIndex(patch))).toMatchObject({ ok: false, code: 'DRIFTED' });
  expect(await applyPatch(git, workspace, patch, { merge: 'strict' })).toMatchObject({ ok: false, code: 'DRIFTED' });
  expect(succeeded(await applyPatch(git, workspace, patch)).fit).toBe('three-way');
  expect(read(workspace.root, 'a.c').split('\n').slice(27, 30)).toEqual(['LINE 28', 'line 29', 'LINE 30']);
});

test('a line is added after a last one that has no newline, and a newline is missing only at the end', async () => {
  const { workspace } = await openedWorkspace(files);
  succeeded(await applyPatch(git, workspace, hunk('open.c', 1, [' one', ' two', '+three'])));
  expect(read(workspace.root, 'open.c')).toBe('one\ntwo\nthree\n');
  const cut = hunk('a.c', 1, ['-line 1', '+LINE 1', '\\ No newline at end of file']);
  succeeded(await applyPatch(git, workspace, cut));
  expect(read(workspace.root, 'a.c')).toBe(numbered.replace('line 1\n', 'LINE 1\n'));
});

test('a merge that would leave conflict marks is refused', async () => {
  const { workspace } = await openedWorkspace(files);
  succeeded(await applyPatch(git, workspace, changeLine30));
  const other = edit('a.c', numbered, numbered.replace('line 30\n', 'another\n'));
  expect(await applyPatch(git, workspace, other)).toMatchObject({ ok: false, code: 'DRIFTED', file: 'a.c' });
  expect(read(workspace.root, 'a.c')).not.toContain('<<<<');
});

test('line ends of the file are kept when the patch has others', async () => {
  const { workspace } = await openedWorkspace(files);
  succeeded(await applyPatch(git, workspace, withoutIndex(changeLine30).replaceAll('a.c', 'crlf.c')));
  expect(read(workspace.root, 'crlf.c')).toBe(files['crlf.c'].replace('line 30', 'LINE 30'));
});

test('of several files all are changed or none', async () => {
  const { workspace } = await openedWorkspace(files);
  const patch = changeLine30 + hunk('twice.c', 1, ['-nonsense', '+x', ' set(pin);']);
  expect(await applyPatch(git, workspace, patch)).toMatchObject({ ok: false, code: 'DRIFTED', file: 'twice.c' });
  expect(read(workspace.root, 'a.c')).toBe(numbered);
});

test('a patch whose writing fails half-way is taken back', async () => {
  const { workspace } = await openedWorkspace(files);
  writeFiles(workspace.root, { blocked: 'an untracked file where the patch needs a folder' });
  const added =
    'diff --git a/blocked/new.c b/blocked/new.c\nnew file mode 100644\n--- /dev/null\n+++ b/blocked/new.c\n@@ -0,0 +1 @@\n+x\n';
  expect((await applyPatch(git, workspace, changeLine30 + added)).ok).toBe(false);
  expect(read(workspace.root, 'a.c')).toBe(numbered);
  succeeded(await applyPatch(git, workspace, changeLine30));
});

test('a patch does not write through a symbolic link in the tree', async () => {
  const { workspace } = await openedWorkspace({ 'src/a.c': numbered });
  userGit(workspace.root, 'mv', 'src', 'real');
  symlinkSync('real', join(workspace.root, 'src'));
  expect((await applyPatch(git, workspace, changeLine30.replaceAll('/a.c', '/src/a.c'))).ok).toBe(false);
  expect(read(workspace.root, 'real/a.c')).toBe(numbered);
});

test('a change in the tree that nobody committed is not mixed into a patch', async () => {
  const { workspace } = await openedWorkspace(files);
  writeFiles(workspace.root, { 'a.c': `${numbered}more\n` });
  expect(await applyPatch(git, workspace, changeLine30)).toMatchObject({
    ok: false,
    code: 'TREE_DIFFERS',
    file: 'a.c',
  });
});

test('a hunk stands where it says that it stood, whatever it says of the place where it will', async () => {
  const { workspace } = await openedWorkspace(files);
  const first = hunk('twice.c', 1, [
    '-start',
    '+begin',
    '+set(led);',
    '+wait();',
    '+clear(led);',
    '+begun',
    ' set(pin);',
  ]);
  const second = ['@@ -6,3 +2,3 @@', ' set(pin);', '-wait();', '+wait_longer();', ' clear(pin);', ''].join('\n');
  expect(succeeded(await applyPatch(git, workspace, first + second)).fit).toBe('exact');
  expect(read(workspace.root, 'twice.c').split('\n').indexOf('wait_longer();')).toBe(10);
});

test('a second part for a file is for what the first one makes of it', async () => {
  const { workspace } = await openedWorkspace(files);
  const first = hunk('twice.c', 1, ['-start', '+begin', '+begun', ' set(pin);']);
  const second = hunk('twice.c', 7, [' set(pin);', '-wait();', '+wait_longer();', ' clear(pin);']);
  succeeded(await applyPatch(git, workspace, first + second));
  expect(read(workspace.root, 'twice.c')).toBe(
    `begin\nbegun\n${twice.slice('start\n'.length).replace(/(?<=middle\nset.*\n)wait/, 'wait_longer')}`,
  );
});

test('a tree that was put right is looked at anew', async () => {
  const { workspace } = await openedWorkspace(files);
  writeFiles(workspace.root, { 'a.c': numbered.replace('line 29', 'changed') });
  expect(await checkPatch(git, workspace, changeLine30)).toMatchObject({ ok: false, code: 'TREE_DIFFERS' });
  userGit(workspace.root, 'checkout', '--', 'a.c');
  expect(succeeded(await checkPatch(git, workspace, changeLine30)).fit).toBe('exact');
});

test('what is checked is what is applied, also where git changes line ends', async () => {
  const { workspace } = await openedWorkspace({ '.gitattributes': '*.c eol=crlf\n', 'a.c': 'one\r\ntwo\r\n' });
  const patch = hunk('a.c', 1, [' one\r', '-two\r', '+TWO\r']);
  const checked = await checkPatch(git, workspace, patch);
  expect(await applyPatch(git, workspace, patch)).toMatchObject(checked.ok ? { fit: checked.fit } : checked);
});

test('a file that was only touched is no obstacle', async () => {
  const { workspace } = await openedWorkspace(files);
  utimesSync(join(workspace.root, 'a.c'), 1, 1);
  expect(succeeded(await applyPatch(git, workspace, changeLine30)).fit).toBe('exact');
});

test('bytes that are not UTF-8 reach the file unchanged', async () => {
  const before = Buffer.from('/* \xb0C */\nint t;\n', 'latin1');
  const { workspace } = await openedWorkspace({ 'temp.c': before });
  const patch = Buffer.from(hunk('temp.c', 1, [' /* \xb0C */', '-int t;', '+int t; /* \xb5s */']), 'latin1');
  succeeded(await applyPatch(git, workspace, patch));
  expect(userGit(workspace.root, 'diff', '--numstat')).toBe('1\t1\ttemp.c');
});

test('renames, new, deleted and executable files arrive in tree and index', async () => {
  const { workspace } = await openedWorkspace(files);
  const patch = [
    'diff --git a/a.c b/lib/b.c\nsimilarity index 100%\nrename from a.c\nrename to lib/b.c\n',
    'diff --git a/run.sh b/run.sh\nnew file mode 100755\n--- /dev/null\n+++ b/run.sh\n@@ -0,0 +1 @@\n+#!/bin/sh\n',
    `diff --git a/ü ö.c b/ü ö.c\ndeleted file mode 100644\n--- a/ü ö.c\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n`,
  ].join('');
  const { paths } = succeeded(await applyPatch(git, workspace, patch));
  expect([...paths].sort()).toEqual(['a.c', 'lib/b.c', 'run.sh', 'ü ö.c']);
});

test('paths are those of the sub-folder a run works in', async () => {
  const { workspace } = await openedWorkspace({ 'fw/a.c': numbered, 'a.c': 'outer\n' }, { subdirectory: 'fw' });
  expect(succeeded(await applyPatch(git, workspace, changeLine30)).paths).toEqual(['a.c']);
  expect(read(workspace.root, 'fw/a.c')).toContain('LINE 30');
  expect(read(workspace.root, 'a.c')).toBe('outer\n');
});
