import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commitIteration } from './commit-iteration.ts';
import { type CommittedPatch, commitPatch } from './commit-patch.ts';
import { patchFile } from './diff-between.ts';
import { clearProvisional } from './provisional.ts';
import { diffOf, git, openedWorkspace, read, succeeded, userGit, writeFiles } from './testing.ts';
import type { Workspace } from './workspace.ts';

const files = {
  'src/a.c': 'a\n',
  'tests/t.c': 'assert(1);\n',
  'fw/src/b.c': 'b\n',
  'fw/tests/t.c': 'assert(1);\n',
  '.gitignore': '*.o\n',
};
const onSource = diffOf('src/a.c', 'a\n', 'b\n');
const onTest = diffOf('tests/t.c', 'assert(1);\n', 'assert(0);\n');

const message = 'Three: "$(not run)"\n\nWhy';

async function commit(workspace: Workspace, patch: string): Promise<CommittedPatch> {
  const globs = ['tests/**'];
  return succeeded(await commitPatch(git, workspace, { patch, globs, iteration: 3, message }));
}

const inCommit = (workspace: Workspace) =>
  userGit(workspace.root, 'diff', '--name-only', workspace.baseCommit, 'HEAD').split('\n');

test('a patch is committed with its message, and kept', async () => {
  const { workspace } = await openedWorkspace(files);
  const { committed, restored, note } = await commit(workspace, onSource);
  const { commit: made, ref } = succeeded(committed);
  expect([restored, note]).toEqual([[], 'applied exactly']);
  expect(userGit(workspace.store, 'log', '-1', '--format=%H|%P|%B', ref)).toBe(
    `${made}|${workspace.baseCommit}|Three: "$(not run)"\n\nWhy`,
  );
  expect(inCommit(workspace)).toEqual(['src/a.c']);
  const { bytes } = succeeded(await patchFile(git, workspace, workspace.baseCommit, made));
  expect(bytes.toString()).toContain('-a\n+b\n');
});

test('what a patch does to a protected file reaches neither tree nor commit', async () => {
  const { workspace } = await openedWorkspace(files);
  const { committed, restored } = await commit(workspace, onSource + onTest);
  expect(restored).toEqual([{ path: 'tests/t.c', change: 'restored' }]);
  succeeded(committed);
  expect(inCommit(workspace)).toEqual(['src/a.c']);
  expect(read(workspace.root, 'tests/t.c')).toBe('assert(1);\n');
});

test('a protected file that a build has changed or added is put back after a patch elsewhere', async () => {
  const { workspace } = await openedWorkspace(files);
  writeFiles(workspace.root, { 'tests/t.c': 'assert(0);\n', 'tests/new.c': 'x' });
  const { committed, restored } = await commit(workspace, onSource);
  expect(restored.map(({ path, change }) => `${change} ${path}`).sort()).toEqual([
    'removed tests/new.c',
    'restored tests/t.c',
  ]);
  succeeded(committed);
  expect(inCommit(workspace)).toEqual(['src/a.c']);
  expect(userGit(workspace.root, 'status', '--porcelain')).toBe('');
});

test('a protected file that git sees only with the patch is found', async () => {
  const { workspace } = await openedWorkspace(files);
  writeFiles(workspace.root, { 'tests/new.o': 'x' });
  const { restored } = await commit(workspace, diffOf('.gitignore', '*.o\n', '*.a\n'));
  expect(restored).toEqual([{ path: 'tests/new.o', change: 'removed' }]);
});

test('a patch of which nothing is left is said to change nothing', async () => {
  const { workspace } = await openedWorkspace(files);
  const { committed, restored } = await commit(workspace, onTest);
  expect(restored).toHaveLength(1);
  expect(committed).toMatchObject({ ok: false, code: 'NOTHING_CHANGED' });
  expect(userGit(workspace.root, 'rev-parse', 'HEAD')).toBe(workspace.baseCommit);
  expect(userGit(workspace.root, 'status', '--porcelain')).toBe('');
});

test('a patch that cannot be written leaves the tree as a repository at the kept commit', async () => {
  const { workspace } = await openedWorkspace(files);
  // Git finds out when it writes: something stands where the folder of the new file is to be.
  writeFiles(workspace.root, { lib: 'in the way' });
  const patch = onSource + diffOf('lib/new.c', '', 'new\n');
  expect(await commitPatch(git, workspace, { patch, globs: ['tests/**'], iteration: 3, message })).toMatchObject({
    ok: false,
  });
  expect(userGit(workspace.root, 'rev-parse', 'HEAD')).toBe(workspace.baseCommit);
  expect(userGit(workspace.root, 'status', '--porcelain')).toBe('?? lib');
});

test('in a sub-folder its own protected files count, and the diff is relative to it', async () => {
  const { workspace } = await openedWorkspace(files, { subdirectory: 'fw' });
  const { committed } = await commit(workspace, diffOf('src/b.c', 'b\n', 'c\n') + onTest);
  const { commit: made } = succeeded(committed);
  expect(inCommit(workspace)).toEqual(['fw/src/b.c']);
  const { bytes } = succeeded(await patchFile(git, workspace, workspace.baseCommit, made));
  expect(bytes.toString()).toMatch(/^diff --git a\/src\/b\.c b\/src\/b\.c\n/);
});

test('a commit that git refuses is told, and leaves no draft beside the tree', async () => {
  const { workspace } = await openedWorkspace(files);
  writeFileSync(join(workspace.store, 'refs/firmloop', 'run-1', 'head.lock'), '');
  const { committed } = await commit(workspace, onSource);
  expect(committed).toMatchObject({ ok: false, code: 'GIT_FAILED', reason: expect.stringContaining('lock') });
  expect(existsSync(join(workspace.store, 'refs/firmloop/run-1/3'))).toBe(false);
  expect(readdirSync(workspace.folder).sort()).toEqual([
    'git',
    'message',
    'provisional.json',
    'tree',
    'unsettled',
    'workspace.json',
  ]);
});

test('a commit whose ref cannot be written is kept once it can', async () => {
  const { workspace } = await openedWorkspace(files);
  const inTheWay = join(workspace.store, 'refs/firmloop/run-1/3');
  mkdirSync(inTheWay);
  expect((await commit(workspace, onSource)).committed).toMatchObject({ ok: false, code: 'GIT_FAILED' });
  rmSync(inTheWay, { recursive: true });
  succeeded(await commitIteration(git, workspace, 3, message));
  expect(inCommit(workspace)).toEqual(['src/a.c']);
  clearProvisional(workspace);
  expect(readdirSync(workspace.folder).sort()).toEqual([
    'git',
    'message',
    'tree',
    'unsettled.cleared',
    'workspace.json',
  ]);
});
