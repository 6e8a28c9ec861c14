import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { applyPatch } from './apply-patch.ts';
import { bundleIteration } from './bundle-iteration.ts';
import { captureChanges } from './capture-changes.ts';
import { changedFiles } from './changed-files.ts';
import { checkPatch } from './check-patch.ts';
import { commitIteration } from './commit-iteration.ts';
import { diffBetween, patchFile } from './diff-between.ts';
import { createGit } from './git.ts';
import { rollBackTo } from './roll-back.ts';
import { diffOf, git, openedWorkspace, read, succeeded, userGit, writeFiles } from './testing.ts';
import { outputCapBytes } from './tunables.ts';

const files = {
  'src/a.c': 'a\n',
  'src/b.c': 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n',
  '.gitignore': '*.o\n',
};
const patch = diffOf('src/a.c', 'a\n', 'b\n');

test('an iteration is a commit on the kept one, under a ref of its own', async () => {
  const { workspace } = await openedWorkspace(files);
  succeeded(await applyPatch(git, workspace, patch));
  const { commit, ref } = succeeded(await commitIteration(git, workspace, 7, 'Fix "a"\n\nWhy; $(not run) `nor this`'));
  expect(ref).toBe('refs/firmloop/run-1/7');
  expect(userGit(workspace.store, 'log', '-1', '--format=%P|%an|%ae|%B', ref)).toBe(
    `${workspace.baseCommit}|Firmloop|firmloop@localhost|Fix "a"\n\nWhy; $(not run) \`nor this\``,
  );
  expect(userGit(workspace.root, 'rev-parse', 'HEAD')).toBe(commit);
});

test('build products never reach a commit, ignored or not', async () => {
  const { workspace } = await openedWorkspace(files);
  succeeded(await applyPatch(git, workspace, patch));
  writeFiles(workspace.root, { 'out/fw.elf': 'elf', 'src/a.o': 'o' });
  const { commit } = succeeded(await commitIteration(git, workspace, 1, 'One'));
  expect(userGit(workspace.root, 'diff', '--name-only', workspace.baseCommit, commit)).toBe('src/a.c');
});

test('files that were changed by hand are committed when they are named, deleted ones included', async () => {
  const { workspace } = await openedWorkspace(files);
  writeFiles(workspace.root, { 'src/new\nline ü.c': 'new\n' });
  rmSync(join(workspace.root, 'src/b.c'));
  const { commit } = succeeded(
    await commitIteration(git, workspace, 1, 'One', { paths: ['src/new\nline ü.c', 'src/b.c'] }),
  );
  const changes = succeeded(await changedFiles(git, workspace, workspace.baseCommit, commit));
  expect(changes.files.map(({ path, added, deleted }) => [path, added, deleted])).toEqual([
    ['src/b.c', 0, 8],
    ['src/new\nline ü.c', 1, 0],
  ]);
});

test('an iteration without a change is refused, unless it confirms', async () => {
  const { workspace } = await openedWorkspace(files);
  expect(await commitIteration(git, workspace, 1, 'One')).toMatchObject({ ok: false, code: 'NOTHING_CHANGED' });
  const { commit } = succeeded(await commitIteration(git, workspace, 1, 'Confirm', { allowEmpty: true }));
  expect(userGit(workspace.store, 'diff', workspace.baseCommit, commit)).toBe('');
  expect(commit).not.toBe(workspace.baseCommit);
});

test('committing again after an interruption answers the same commit', async () => {
  const { workspace } = await openedWorkspace(files);
  succeeded(await applyPatch(git, workspace, patch));
  const first = succeeded(await commitIteration(git, workspace, 1, 'One'));
  expect(await commitIteration(git, workspace, 1, 'One')).toEqual(first);
});

test('committing again after an interruption between commit and ref finishes the iteration', async () => {
  const { workspace } = await openedWorkspace(files);
  succeeded(await applyPatch(git, workspace, patch));
  const first = succeeded(await commitIteration(git, workspace, 1, 'One'));
  userGit(workspace.store, 'update-ref', '-d', first.ref);
  expect(await commitIteration(git, workspace, 1, 'One')).toEqual(first);
  expect(userGit(workspace.store, 'rev-parse', first.ref)).toBe(first.commit);
});

test('a roll back leaves exactly the earlier tree, and the losing iteration stays readable', async () => {
  const { workspace } = await openedWorkspace(files);
  const added =
    'diff --git a/src/c.c b/src/c.c\nnew file mode 100755\n--- /dev/null\n+++ b/src/c.c\n@@ -0,0 +1 @@\n+c\n';
  succeeded(await applyPatch(git, workspace, patch + added));
  const { commit } = succeeded(await commitIteration(git, workspace, 1, 'One'));
  writeFiles(workspace.root, { 'src/b.c': 'half an idea\n' });
  succeeded(await rollBackTo(git, workspace, workspace.baseCommit));
  expect(readdirSync(join(workspace.root, 'src')).sort()).toEqual(['a.c', 'b.c']);
  expect(read(workspace.root, 'src/b.c')).toBe(files['src/b.c']);
  expect(succeeded(await diffBetween(git, workspace, workspace.baseCommit, commit)).text).toContain('+b\n');
  succeeded(await applyPatch(git, workspace, diffOf('src/a.c', 'a\n', 'c\n')));
  const next = succeeded(await commitIteration(git, workspace, 2, 'Two'));
  expect(userGit(workspace.store, 'rev-parse', `${next.commit}^`)).toBe(workspace.baseCommit);
});

test.each([
  ['nothing', ['a.c', 'a.o', 'b.c', 'note']],
  ['untracked', ['a.c', 'a.o', 'b.c']],
  ['everything', ['a.c', 'b.c']],
] as const)('a roll back that cleans %s', async (clean, left) => {
  const { workspace } = await openedWorkspace(files);
  writeFiles(workspace.root, { 'src/a.o': 'o', 'src/note': 'x' });
  succeeded(await rollBackTo(git, workspace, workspace.baseCommit, { clean }));
  expect(readdirSync(join(workspace.root, 'src')).sort()).toEqual([...left]);
});

test('a diff that is larger than what git prints as a rule is whole, and shown up to its cap', async () => {
  const { workspace } = await openedWorkspace(files);
  writeFiles(workspace.root, { 'src/table.c': '0123456789abcdef\n'.repeat(2_100_000) });
  const { commit } = succeeded(await commitIteration(git, workspace, 1, 'One', { paths: ['src/table.c'] }));
  const { bytes } = succeeded(await patchFile(git, workspace, workspace.baseCommit, commit));
  expect(bytes.length).toBeGreaterThan(outputCapBytes);
  const shown = succeeded(await diffBetween(git, workspace, workspace.baseCommit, commit));
  expect(shown.truncated).toBe(true);
  expect(shown.bytes).toBeGreaterThan(outputCapBytes);
});

test('a diff finds renames and is cut after a whole line', async () => {
  const { workspace } = await openedWorkspace(files);
  const moved = `diff --git a/src/b.c b/src/moved.c\nsimilarity index 100%\nrename from src/b.c\nrename to src/moved.c\n`;
  succeeded(await applyPatch(git, workspace, patch + moved));
  const { commit } = succeeded(await commitIteration(git, workspace, 1, 'One'));
  const whole = succeeded(await diffBetween(git, workspace, workspace.baseCommit, commit));
  expect(whole).toMatchObject({ truncated: false, bytes: Buffer.byteLength(whole.text) });
  expect(whole.text).toContain('rename from src/b.c\nrename to src/moved.c\n');
  const cut = succeeded(await diffBetween(git, workspace, workspace.baseCommit, commit, { capBytes: 50 }));
  expect(cut).toMatchObject({ truncated: true, bytes: whole.bytes });
  expect(whole.text.startsWith(cut.text) && cut.text.endsWith('\n')).toBe(true);
  const { files: changes } = succeeded(await changedFiles(git, workspace, workspace.baseCommit, commit));
  expect(changes.map(({ path, oldPath }) => [path, oldPath])).toEqual([
    ['src/a.c', null],
    ['src/moved.c', 'src/b.c'],
  ]);
});

test("the patch file of the best iteration applies to the user's own tree", async () => {
  const { workspace, request } = await openedWorkspace(files);
  writeFiles(workspace.root, { 'logo.bin': Uint8Array.of(0, 1, 2, 255), 'src/a.c': '\xb0\n' });
  const { commit } = succeeded(await commitIteration(git, workspace, 1, 'One', { paths: ['logo.bin', 'src/a.c'] }));
  const { bytes } = succeeded(await patchFile(git, workspace, workspace.baseCommit, commit));
  writeFiles(request.repository, { 'best.patch': bytes });
  userGit(request.repository, 'apply', 'best.patch');
  expect(userGit(request.repository, 'diff', '--stat')).toContain('src/a.c');
});

test('what an agent changed in the tree becomes a patch that fits after a roll back', async () => {
  const { workspace } = await openedWorkspace(files);
  writeFiles(workspace.root, { 'src/a.c': 'by hand\n', 'src/new.c': 'new\n', 'src/a.o': 'o', 'build/fw.elf': 'elf' });
  rmSync(join(workspace.root, 'src/b.c'));
  userGit(workspace.root, 'commit', '-qam', 'the agent commits too');
  const { bytes } = succeeded(await captureChanges(git, workspace, { exclude: ['/build/'] }));
  succeeded(await rollBackTo(git, workspace, workspace.baseCommit, { clean: 'everything' }));
  expect(succeeded(await applyPatch(git, workspace, bytes)).paths).toEqual(['src/a.c', 'src/b.c', 'src/new.c']);
  expect(read(workspace.root, 'src/a.c')).toBe('by hand\n');
});

test('no change in the tree is an empty capture', async () => {
  const { workspace } = await openedWorkspace(files);
  expect(succeeded(await captureChanges(git, workspace)).bytes).toHaveLength(0);
});

test('in a sub-folder diffs, captures and named files are relative to it', async () => {
  const { workspace } = await openedWorkspace({ 'fw/a.c': 'a\n', 'a.c': 'outer\n' }, { subdirectory: 'fw' });
  writeFiles(workspace.root, { 'fw/a.c': 'b\n', 'a.c': 'also changed\n' });
  expect(String(succeeded(await captureChanges(git, workspace)).bytes)).toMatch(/^diff --git a\/a\.c b\/a\.c\n/);
  const { commit } = succeeded(await commitIteration(git, workspace, 1, 'One', { paths: ['a.c'] }));
  expect(userGit(workspace.root, 'diff', '--name-only', workspace.baseCommit, commit)).toBe('fw/a.c');
  expect(succeeded(await diffBetween(git, workspace, workspace.baseCommit, commit)).text).toContain('--- a/a.c\n');
});

test('an iteration that does not exist cannot be bundled', async () => {
  const { workspace } = await openedWorkspace(files);
  expect(await bundleIteration(git, workspace, 9, 10_000)).toMatchObject({ ok: false, code: 'GIT_FAILED' });
});

test('a cancelled step answers that git was stopped', async () => {
  const { workspace } = await openedWorkspace(files);
  const cancelled = createGit({ signal: AbortSignal.abort() });
  expect(await commitIteration(cancelled, workspace, 1, 'One')).toMatchObject({ ok: false, code: 'GIT_FAILED' });
  const drifted = diffOf('src/a.c', 'elsewhere\n', 'b\n');
  expect(await checkPatch(cancelled, workspace, drifted)).toMatchObject({ ok: false, code: 'GIT_FAILED' });
});
