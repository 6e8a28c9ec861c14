import { expect, test } from 'vitest';
import { applyPatch } from './apply-patch.ts';
import { checkPatch } from './check-patch.ts';
import { commitIteration } from './commit-iteration.ts';
import { diffOntoEarlier } from './diff-onto-earlier.ts';
import { diffOf, git, openedWorkspace, read, succeeded, userGit } from './testing.ts';

const base = 'limit = 245\nother\nlines\nbetween\nthem\nand\nmore\ngain = 0\n';
const useless = diffOf('src/a.c', base, base.replace('245', '246'));
const gain = base.replace('245', '246').replace('gain = 0', 'gain = 1');
const real = diffOf('src/a.c', base, base.replace('245', '250'));

async function keeping(...patches: readonly string[]) {
  const { workspace } = await openedWorkspace({ 'src/a.c': base, 'sub/b.c': 'b\n' });
  for (const [at, patch] of patches.entries()) {
    succeeded(await applyPatch(git, workspace, patch));
    succeeded(await commitIteration(git, workspace, at + 1, `iteration ${at + 1}`));
  }
  return workspace;
}

test('a patch that a useless change keeps out takes that change back', async () => {
  const workspace = await keeping(useless);
  expect((await checkPatch(git, workspace, real)).ok).toBe(false);
  const earlier = await diffOntoEarlier(git, workspace, Buffer.from(real));
  expect(earlier?.commit).toBe(workspace.baseCommit);
  expect(userGit(workspace.root, 'status', '--porcelain')).toBe('');
  succeeded(await applyPatch(git, workspace, earlier?.diff ?? ''));
  expect(read(workspace.root, 'src/a.c')).toBe(base.replace('245', '250'));
});

test('the newest tree that the patch fits is taken, so that as little as possible is lost', async () => {
  const workspace = await keeping(
    diffOf('src/a.c', base, base.replace('gain = 0', 'gain = 1')),
    diffOf('src/a.c', base.replace('gain = 0', 'gain = 1'), gain),
  );
  const earlier = await diffOntoEarlier(git, workspace, Buffer.from(real));
  succeeded(await applyPatch(git, workspace, earlier?.diff ?? ''));
  expect(read(workspace.root, 'src/a.c')).toBe(gain.replace('246', '250'));
});

test('of named trees only those are tried', async () => {
  const other = base.replace('gain = 0', 'gain = 1');
  const workspace = await keeping(
    diffOf('src/a.c', base, other),
    diffOf('src/a.c', other, other.replace('them', 'THEM')),
  );
  const alone = await diffOntoEarlier(git, workspace, Buffer.from(real), [workspace.baseCommit]);
  succeeded(await applyPatch(git, workspace, alone?.diff ?? ''));
  expect(read(workspace.root, 'src/a.c')).toBe(base.replace('245', '250'));
});

test('a patch that would be put elsewhere than it says fits no earlier tree', async () => {
  const workspace = await keeping(useless);
  const insertion = '--- a/src/a.c\n+++ b/src/a.c\n@@ -2,0 +3 @@\n+new\n';
  expect(await diffOntoEarlier(git, workspace, Buffer.from(insertion))).toBeNull();
  const moved = real.replace('@@ -1,', '@@ -3,').replace('+1,', '+3,');
  expect(await diffOntoEarlier(git, workspace, Buffer.from(moved))).toBeNull();
});

test('in an earlier tree whose lines have moved a patch is merged', async () => {
  const rows = '0,\n'.repeat(20);
  const shifted = `/* 1 */\n/* 2 */\n${rows}`;
  const changed = (text: string, line: number) =>
    text
      .split('\n')
      .toSpliced(line - 1, 1, '7,')
      .join('\n');
  const { workspace } = await openedWorkspace({ 'a.c': rows });
  for (const [at, [before, after]] of [
    [rows, shifted],
    [shifted, `${shifted}more\n`],
  ].entries()) {
    succeeded(await applyPatch(git, workspace, diffOf('a.c', before ?? '', after ?? '')));
    succeeded(await commitIteration(git, workspace, at + 1, `iteration ${at + 1}`));
  }
  const gained = userGit(workspace.root, 'rev-parse', 'HEAD~1');
  const earlier = await diffOntoEarlier(git, workspace, Buffer.from(diffOf('a.c', rows, changed(rows, 10))), [gained]);
  succeeded(await applyPatch(git, workspace, earlier?.diff ?? ''));
  expect(read(workspace.root, 'a.c')).toBe(changed(shifted, 12));
});

test('a patch that fits no tree of the run is left as it is', async () => {
  const workspace = await keeping(useless);
  const foreign = diffOf('src/a.c', 'limit = 9\n', 'limit = 10\n');
  expect(await diffOntoEarlier(git, workspace, Buffer.from(foreign))).toBeNull();
});

test('in a project below the root the paths stay those of the project', async () => {
  const { workspace } = await openedWorkspace({ 'sub/a.c': base }, { subdirectory: 'sub' });
  const below = (patch: string) => patch.replaceAll('src/a.c', 'a.c');
  succeeded(await applyPatch(git, workspace, below(useless)));
  succeeded(await commitIteration(git, workspace, 1, 'iteration 1'));
  const earlier = await diffOntoEarlier(git, workspace, Buffer.from(below(real)));
  succeeded(await applyPatch(git, workspace, earlier?.diff ?? ''));
  expect(read(workspace.directory, 'a.c')).toBe(base.replace('245', '250'));
});
