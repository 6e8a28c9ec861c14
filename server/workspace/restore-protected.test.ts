import { existsSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { applyPatch } from './apply-patch.ts';
import { commitIteration } from './commit-iteration.ts';
import { restoreProtected } from './restore-protected.ts';
import { diffOf, git, openedWorkspace, read, scratchFolder, succeeded, userGit, writeFiles } from './testing.ts';

const files = {
  'src/a.c': 'a\n',
  'tests/t.c': 'assert(1);\n',
  'tests/expected ü.txt': 'ok\r\n',
  'firmloop.yaml': 'goal: x\n',
  '.gitignore': '*.o\n',
};
const globs = ['tests/**', 'firmloop.yaml'];
const changed = async (...args: Parameters<typeof restoreProtected>) =>
  [...succeeded(await restoreProtected(...args)).files].sort((a, b) => (a.path < b.path ? -1 : 1));

test('nothing is changed back when nothing protected was changed', async () => {
  const { workspace } = await openedWorkspace(files);
  writeFiles(workspace.root, { 'src/a.c': 'b\n', 'src/new.c': 'x', 'tests/t.o': 'object' });
  expect(await changed(git, workspace, globs)).toEqual([]);
  expect(read(workspace.root, 'src/a.c')).toBe('b\n');
  expect(existsSync(join(workspace.root, 'tests/t.o'))).toBe(true);
});

test('changed, deleted and added tests are put back and named', async () => {
  const { workspace } = await openedWorkspace(files);
  writeFiles(workspace.root, {
    'tests/t.c': 'assert(0);\n',
    'tests/more/extra\nline.c': 'x',
    'firmloop.yaml': 'goal: nothing\n',
  });
  rmSync(join(workspace.root, 'tests/expected ü.txt'));
  expect(await changed(git, workspace, globs)).toEqual([
    { path: 'firmloop.yaml', change: 'restored' },
    { path: 'tests/expected ü.txt', change: 'restored' },
    { path: 'tests/more/extra\nline.c', change: 'removed' },
    { path: 'tests/t.c', change: 'restored' },
  ]);
  expect(read(workspace.root, 'tests/expected ü.txt')).toBe('ok\r\n');
  expect(userGit(workspace.root, 'status', '--porcelain')).toBe('');
});

test('a test in a folder that differs in case alone is protected, as the policy has it', async () => {
  const { workspace } = await openedWorkspace(files);
  writeFiles(workspace.root, { 'Tests/New.c': 'x', 'FIRMLOOP.YAML': 'x' });
  expect(await changed(git, workspace, globs)).toEqual([
    { path: 'FIRMLOOP.YAML', change: 'removed' },
    { path: 'Tests/New.c', change: 'removed' },
  ]);
});

test('what a patch did to tests does not reach the commit', async () => {
  const { workspace } = await openedWorkspace(files);
  const added =
    'diff --git a/tests/new.c b/tests/new.c\nnew file mode 100644\n--- /dev/null\n+++ b/tests/new.c\n@@ -0,0 +1 @@\n+x\n';
  succeeded(
    await applyPatch(
      git,
      workspace,
      diffOf('src/a.c', 'a\n', 'b\n') + diffOf('tests/t.c', files['tests/t.c'], 'skip();\n') + added,
    ),
  );
  expect(await changed(git, workspace, globs)).toEqual([
    { path: 'tests/new.c', change: 'removed' },
    { path: 'tests/t.c', change: 'restored' },
  ]);
  const { commit } = succeeded(await commitIteration(git, workspace, 1, 'One'));
  expect(userGit(workspace.root, 'diff', '--name-only', workspace.baseCommit, commit)).toBe('src/a.c');
});

test('a change that is only staged is put back as well', async () => {
  const { workspace } = await openedWorkspace(files);
  succeeded(await applyPatch(git, workspace, diffOf('tests/t.c', files['tests/t.c'], 'skip();\n')));
  writeFiles(workspace.root, { 'tests/t.c': files['tests/t.c'] });
  expect(await changed(git, workspace, globs)).toEqual([{ path: 'tests/t.c', change: 'restored' }]);
  expect(await changed(git, workspace, globs)).toEqual([]);
});

test('an attribute file cannot change the bytes of what is restored', async () => {
  const { workspace } = await openedWorkspace(files);
  writeFiles(workspace.root, { '.gitattributes': '* text eol=crlf\n', 'tests/t.c': 'x\n' });
  await changed(git, workspace, ['tests/**']);
  expect(read(workspace.root, 'tests/t.c')).toBe(files['tests/t.c']);
  expect(existsSync(join(workspace.root, '.gitattributes'))).toBe(false);
});

test('a test hidden in a repository of its own is removed', async () => {
  const { workspace } = await openedWorkspace(files);
  writeFiles(workspace.root, { 'tests/hidden/extra.c': 'x' });
  userGit(join(workspace.root, 'tests/hidden'), 'init', '--quiet');
  await changed(git, workspace, ['tests/**/*.c']);
  expect(existsSync(join(workspace.root, 'tests/hidden/extra.c'))).toBe(false);
});

test('a folder of tests that became a symbolic link is a folder again and the target is left alone', async () => {
  const { workspace } = await openedWorkspace(files);
  const outside = scratchFolder();
  writeFiles(outside, { 't.c': 'outside' });
  rmSync(join(workspace.root, 'tests'), { recursive: true });
  symlinkSync(outside, join(workspace.root, 'tests'));
  await changed(git, workspace, globs);
  expect(read(workspace.root, 'tests/t.c')).toBe(files['tests/t.c']);
  expect(read(outside, 't.c')).toBe('outside');
});

test('globs and answers are relative to the sub-folder a run works in', async () => {
  const { workspace } = await openedWorkspace(
    { 'fw/tests/t.c': 't\n', 'tests/t.c': 'outer\n' },
    { subdirectory: 'fw' },
  );
  writeFiles(workspace.root, { 'fw/tests/t.c': 'x', 'tests/t.c': 'y' });
  expect(await changed(git, workspace, ['tests/**'])).toEqual([{ path: 'tests/t.c', change: 'restored' }]);
  expect(read(workspace.root, 'tests/t.c')).toBe('y');
});
