import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { applyPatch } from './apply-patch.ts';
import { checkPatch } from './check-patch.ts';
import { patchInProject } from './patch-in-project.ts';
import { type Files, git, openedWorkspace, read, succeeded, userGit, userRepository, writeFiles } from './testing.ts';
import type { Workspace } from './workspace.ts';
import { workspaceGit } from './workspace-git.ts';

const twenty = Array.from({ length: 20 }, (_, at) => `line ${at + 1}\n`).join('');
const files: Files = {
  'fw/src/a.c': twenty,
  'fw/src/old.c': 'old\n',
  'fw/src/ü ö.c': 'x\n',
  'other/b.c': 'b\n',
};

interface Made {
  readonly workspace: Workspace;
  /** What plain `git diff` at the root of the repository says of a change. */
  readonly patch: string;
}

/** The project lies in `fw`; `change` works on the repository as its user does. */
async function madeAtRoot(change: (root: string) => void, more: Files = {}): Promise<Made> {
  const repository = userRepository({ ...files, ...more });
  const { workspace } = await openedWorkspace({}, { repository, subdirectory: 'fw' });
  change(repository);
  userGit(repository, 'add', '--all', '--intent-to-add');
  return { workspace, patch: `${userGit(repository, 'diff', 'HEAD', '--find-renames')}\n` };
}

async function taken({ workspace, patch }: Made): Promise<string> {
  return (await patchInProject(workspaceGit(git, workspace), baseOf(workspace), Buffer.from(patch))).toString();
}

function baseOf({ baseCommit, subdirectory }: Workspace): { commit: string; subdirectory: string } {
  return { commit: baseCommit, subdirectory };
}

const edit = (root: string) => writeFiles(root, { 'fw/src/a.c': twenty.replace('line 9\n', 'LINE 9\n') });
const rename = (root: string) => {
  mkdirSync(join(root, 'fw/lib'));
  userGit(root, 'mv', 'fw/src/a.c', 'fw/lib/a.c');
};

test.each<[string, (root: string) => void, string]>([
  ['changes a file', edit, 'M fw/src/a.c'],
  ['adds a file', (root) => writeFiles(root, { 'fw/src/new.c': 'new\n' }), 'A fw/src/new.c'],
  ['deletes a file', (root) => rmSync(join(root, 'fw/src/old.c')), 'D fw/src/old.c'],
  ['moves a file', rename, 'R100 fw/src/a.c fw/lib/a.c'],
  ['names a file with blanks and umlauts', (root) => writeFiles(root, { 'fw/src/ü ö.c': 'y\n' }), 'M fw/src/ü ö.c'],
])('a patch of the root that %s reaches the project', async (_, change, changes) => {
  const made = await madeAtRoot(change);
  const { workspace } = made;
  succeeded(await applyPatch(git, workspace, await taken(made)));
  const staged = ['-c', 'core.quotePath=false', 'diff', '--cached', '--name-status', '--find-renames', 'HEAD'];
  const { stdout } = await workspaceGit(git, workspace)(staged);
  expect(stdout.trim().replaceAll('\t', ' ')).toBe(changes);
});

test('what stands above the diff stays, and so do bytes that are not UTF-8', async () => {
  const made = await madeAtRoot(edit);
  const mail = Buffer.from(`Subject: mends 5 \xb0C\n\n${made.patch}`, 'latin1');
  const bytes = await patchInProject(workspaceGit(git, made.workspace), baseOf(made.workspace), mail);
  expect(bytes.toString('latin1')).toMatch(/^Subject: mends 5 \xb0C\n\ndiff --git a\/src\/a\.c b\/src\/a\.c\nindex /);
});

test('a patch with paths inside and outside of the project is refused as it stands, and told what helps', async () => {
  const made = await madeAtRoot((root) => {
    edit(root);
    writeFiles(root, { 'other/b.c': 'c\n' });
  });
  expect(await taken(made)).toBe(made.patch);
  expect(await checkPatch(git, made.workspace, made.patch)).toMatchObject({
    ok: false,
    code: 'NO_SUCH_FILE',
    reason: expect.stringContaining("count from the project's folder fw, as `git diff --relative` in it"),
  });
});

test('a patch of the project itself, or of a project at the root, is given back as it came', async () => {
  const { workspace, patch } = await madeAtRoot(edit);
  const relative = patch.replaceAll('/fw/', '/');
  expect(await taken({ workspace, patch: relative })).toBe(relative);
  expect(await taken({ workspace: { ...workspace, subdirectory: '' }, patch })).toBe(patch);
});

test('a patch that cannot be read is given back as it came', async () => {
  const { workspace, patch } = await madeAtRoot(edit);
  const torn = patch.split('\n').slice(0, -4).join('\n');
  expect(await taken({ workspace, patch: torn })).toBe(torn);
});

test('in a project with a folder of its own name a path that exists there means that one', async () => {
  const made = await madeAtRoot(edit, { 'fw/fw/src/a.c': twenty });
  expect(await taken(made)).toBe(made.patch);
  succeeded(await applyPatch(git, made.workspace, made.patch));
  expect(read(made.workspace.root, 'fw/fw/src/a.c')).toContain('LINE 9');
  expect(read(made.workspace.root, 'fw/src/a.c')).toBe(twenty);
});

test('in a project with a folder of its own name a file that exists only outside of it tells what is meant', async () => {
  const made = await madeAtRoot(
    (root) => {
      edit(root);
      writeFiles(root, { 'fw/src/new.c': 'new\n' });
    },
    { 'fw/fw/other.c': 'x\n' },
  );
  expect(succeeded(await applyPatch(git, made.workspace, await taken(made))).paths).toEqual(['src/a.c', 'src/new.c']);
});

test('in a project with a folder of its own name a new file alone stays where the patch says', async () => {
  const made = await madeAtRoot((root) => writeFiles(root, { 'fw/new.c': 'new\n' }), { 'fw/fw/other.c': 'x\n' });
  expect(await taken(made)).toBe(made.patch);
  expect(succeeded(await applyPatch(git, made.workspace, made.patch)).paths).toEqual(['fw/new.c']);
});

test.each(['fw/../../other/b.c', 'fw//etc/passwd', 'fw/.git/config'])(
  'what %s leads to stays refused',
  async (path) => {
    const { workspace } = await madeAtRoot(edit);
    const patch = `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-b\n+c\n`;
    expect(await checkPatch(git, workspace, await taken({ workspace, patch }))).toMatchObject({ code: 'OUTSIDE' });
  },
);
