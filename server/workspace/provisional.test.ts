import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commitPatch } from './commit-patch.ts';
import { unsettled } from './marks.ts';
import { openWorkspace } from './open-workspace.ts';
import { clearProvisional } from './provisional.ts';
import { diffOf, git, openedWorkspace, read, succeeded, userGit, writeFiles } from './testing.ts';
import type { Workspace } from './workspace.ts';

const files = { 'src/a.c': 'a\n', 'src/gone.c': 'g\n', '.gitignore': '*.o\n' };
const newFile = `diff --git a/src/new.c b/src/new.c
new file mode 100644
--- /dev/null
+++ b/src/new.c
@@ -0,0 +1 @@
+new
`;
const patch = diffOf('src/a.c', 'a\n', 'b\n') + newFile;

/** A tree with a patch that nobody has asked for yet, and with what a build and the tests before it have left. */
async function patched() {
  const opened = await openedWorkspace(files);
  writeFiles(opened.workspace.root, { 'src/a.o': 'built', 'results.xml': '<measured/>' });
  const how = { patch, globs: [], iteration: 1, message: 'One' };
  succeeded(succeeded(await commitPatch(git, opened.workspace, how)).committed);
  return opened;
}

function damaged(workspace: Workspace, how: string): void {
  switch (how) {
    case 'git was killed half-way':
      userGit(workspace.root, 'update-ref', 'HEAD', workspace.baseCommit);
      unsettled.set(workspace);
      writeFileSync(join(workspace.gitFolder, 'index.lock'), '');
      break;
    case 'git was killed before it wrote the index':
      userGit(workspace.root, 'reset', '--quiet', workspace.baseCommit);
      unsettled.set(workspace);
      break;
    case 'the index is garbage':
      writeFileSync(join(workspace.gitFolder, 'index'), 'x');
      break;
    case 'the agent has removed its repository':
      rmSync(join(workspace.root, '.git'), { recursive: true });
      break;
    default:
  }
}

test.each([
  'it is committed',
  'git was killed half-way',
  'git was killed before it wrote the index',
  'the index is garbage',
  'the agent has removed its repository',
])(
  'a patch that the run has not asked for in the end is taken back, and what was measured stays, when %s',
  async (how) => {
    const { workspace, request } = await patched();
    damaged(workspace, how);
    expect(await openWorkspace(git, request)).toMatchObject({ ok: true, state: 'reused' });
    expect(read(workspace.root, 'src/a.c')).toBe('a\n');
    expect(existsSync(join(workspace.root, 'src/new.c'))).toBe(false);
    expect([read(workspace.root, 'src/a.o'), read(workspace.root, 'results.xml')]).toEqual(['built', '<measured/>']);
    expect(userGit(workspace.root, 'rev-parse', 'HEAD')).toBe(workspace.baseCommit);
    expect(userGit(workspace.root, 'status', '--porcelain')).toBe('?? results.xml');
    expect(existsSync(join(workspace.store, 'refs/firmloop/run-1/1'))).toBe(false);
    const again = { patch, globs: [], iteration: 1, message: 'One' };
    succeeded(succeeded(await commitPatch(git, workspace, again)).committed);
  },
);

test('one that the run has asked for stays', async () => {
  const { workspace, request } = await patched();
  clearProvisional(workspace);
  expect(await openWorkspace(git, request)).toMatchObject({ ok: true, state: 'reused' });
  expect(read(workspace.root, 'src/a.c')).toBe('b\n');
});

test('a tree whose patch was announced and not begun is opened as it was kept', async () => {
  const { workspace, request } = await openedWorkspace(files);
  unsettled.set(workspace);
  writeFileSync(join(workspace.folder, 'provisional.json'), '{"onto":"');
  succeeded(await openWorkspace(git, request));
  expect(read(workspace.root, 'src/a.c')).toBe('a\n');
  expect(succeeded(await openWorkspace(git, request)).state).toBe('reused');
});
