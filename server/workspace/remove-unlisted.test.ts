import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeUnlisted } from './remove-unlisted.ts';
import { git, openedWorkspace, writeFiles } from './testing.ts';

const files = { 'fw/a.c': 'a\n', 'fw/b.c': 'b\n' };
const paths = ['a.c', 'new.c', 'folder', 'b.c/in-the-way.c', 'gone.c'];

/** A tree with a file that a patch has added, and with others that it could not write. */
async function patched() {
  const { workspace } = await openedWorkspace(files, { subdirectory: 'fw' });
  writeFiles(workspace.directory, { 'new.c': 'new\n', 'folder/x': 'x', 'stranger.c': 's\n' });
  return workspace;
}

test('of the files of a patch those go that the index does not list', async () => {
  const workspace = await patched();
  expect(await removeUnlisted(git, workspace, paths)).toEqual({ ok: true, listed: ['fw/a.c'] });
  expect(readdirSync(workspace.directory).sort()).toEqual(['a.c', 'b.c', 'folder', 'stranger.c']);
});

test('no file goes when git cannot say which the index lists', async () => {
  const workspace = await patched();
  writeFileSync(join(workspace.gitFolder, 'index'), 'x');
  expect(await removeUnlisted(git, workspace, paths)).toMatchObject({ ok: false, code: 'GIT_FAILED' });
  expect(readdirSync(workspace.directory).sort()).toEqual(['a.c', 'b.c', 'folder', 'new.c', 'stranger.c']);
});
