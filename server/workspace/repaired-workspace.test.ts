import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { applyPatch } from './apply-patch.ts';
import { commitIteration } from './commit-iteration.ts';
import { commitPatch } from './commit-patch.ts';
import type { Git } from './git.ts';
import { unsettled } from './marks.ts';
import { openWorkspace } from './open-workspace.ts';
import { rollBackTo } from './roll-back.ts';
import { git, openedWorkspace, read, smallFiles, smallPatch, succeeded, userGit, writeFiles } from './testing.ts';

test.each([
  ['the tree was removed', (folder: string) => rmSync(join(folder, 'tree'), { recursive: true })],
  [
    'the tree is a file',
    (folder: string) => {
      rmSync(join(folder, 'tree'), { recursive: true });
      writeFileSync(join(folder, 'tree'), '');
    },
  ],
  ['the index was removed', (folder: string) => rmSync(join(folder, 'git/index'))],
  ['git was killed while it held the index', (folder: string) => writeFileSync(join(folder, 'git/index.lock'), '')],
  [
    'git was killed and the index is garbage',
    (folder: string) => {
      writeFileSync(join(folder, 'git/index'), 'x');
      writeFileSync(join(folder, 'git/index.lock'), '');
    },
  ],
  ['the set-up was cut off', (folder: string) => rmSync(join(folder, 'workspace.json'))],
  ['everything of the run is gone', (folder: string) => rmSync(folder, { recursive: true })],
])('a workspace is set up again at the kept commit when %s', async (_, damage) => {
  const { workspace, request } = await openedWorkspace(smallFiles);
  succeeded(await applyPatch(git, workspace, smallPatch()));
  const { commit } = succeeded(await commitIteration(git, workspace, 1, 'One'));
  if (existsSync(workspace.root)) writeFiles(workspace.root, { 'src/half-applied.c': 'x' });
  damage(workspace.folder);
  expect((await openWorkspace(git, request)).ok).toBe(true);
  expect(read(workspace.directory, 'src/main.c')).toContain('return 0');
  expect(existsSync(join(workspace.directory, 'src/half-applied.c'))).toBe(false);
  expect(userGit(workspace.root, 'status', '--porcelain')).toBe('');
  expect(userGit(workspace.root, 'rev-parse', 'HEAD')).toBe(commit);
});

test('a patch that was written and never committed is in no later commit', async () => {
  const { workspace, request } = await openedWorkspace(smallFiles);
  succeeded(await applyPatch(git, workspace, smallPatch()));
  expect(await openWorkspace(git, request)).toMatchObject({
    state: 'repaired',
    because: 'a patch was left without its commit',
  });
  expect(userGit(workspace.root, 'status', '--porcelain')).toBe('');
  expect(await commitIteration(git, workspace, 1, 'One')).toMatchObject({ ok: false, code: 'NOTHING_CHANGED' });
  expect(await openWorkspace(git, request)).toMatchObject({ state: 'reused' });
});

test('a patch that cannot be taken back, as git cannot read its index, costs none of its files, and the tree is repaired', async () => {
  const { workspace, request } = await openedWorkspace(smallFiles);
  writeFileSync(join(workspace.gitFolder, 'index'), 'x');
  expect(await applyPatch(git, workspace, smallPatch())).toMatchObject({
    ok: false,
    code: 'GIT_FAILED',
    reason: expect.stringContaining('neither written nor taken back: git could not take a patch out of the index'),
  });
  expect(read(workspace.root, 'src/main.c')).toBe(smallFiles['src/main.c']);
  expect(await openWorkspace(git, request)).toMatchObject({
    state: 'repaired',
    because: 'a patch was left without its commit',
  });
  succeeded(await applyPatch(git, workspace, smallPatch()));
});

const newFile = 'diff --git a/new.c b/new.c\nnew file mode 100644\n--- /dev/null\n+++ b/new.c\n@@ -0,0 +1 @@\n+new\n';

/** A git whose listing fails, once a patch is written. */
const unlisted: Git = (what, options) =>
  git('script' in what ? { ...what, script: `${what.script}\nexit 3` } : what, options);

test('a patch that was written and then refused is out of tree and index, and the tree is repaired', async () => {
  const { workspace, request } = await openedWorkspace(smallFiles);
  const patch = smallPatch() + newFile;
  expect(await applyPatch(unlisted, workspace, patch)).toMatchObject({ ok: false, code: 'GIT_FAILED' });
  expect(userGit(workspace.root, 'status', '--porcelain')).toBe('');
  expect(await openWorkspace(git, request)).toMatchObject({ because: 'a patch was left without its commit' });
});

test.each(['is kept', 'git refuses too'])(
  'a patch that was written and then refused is taken back before the next step when its commit %s',
  async (how) => {
    const { workspace, request } = await openedWorkspace(smallFiles);
    const lock = join(workspace.store, 'refs/firmloop/run-1/head.lock');
    if (how === 'git refuses too') writeFileSync(lock, '');
    const toCommit = { patch: smallPatch(), globs: [], iteration: 1, message: 'One' };
    expect(await commitPatch(unlisted, workspace, toCommit)).toMatchObject({ ok: false, code: 'GIT_FAILED' });
    expect(unsettled.isSet(workspace)).toBe(true);
    rmSync(lock, { force: true });
    expect(await openWorkspace(git, request)).toMatchObject({ ok: true, state: 'reused' });
    expect(userGit(workspace.root, 'rev-parse', 'HEAD')).toBe(workspace.baseCommit);
    expect(userGit(workspace.root, 'status', '--porcelain')).toBe('');
  },
);

test('a git that is killed with -9 in the middle of 5,000 files leaves nothing that opening does not repair', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, at) => [`src/d${at % 50}/f${at}.c`, `int f${at};\n`]),
  );
  const { workspace, request } = await openedWorkspace(many);
  rmSync(join(workspace.root, 'src'), { recursive: true });
  const args = [`--git-dir=${workspace.gitFolder}`, `--work-tree=${workspace.root}`, 'read-tree', '--reset', '-u'];
  const child = spawn('git', [...args, workspace.baseCommit], { cwd: workspace.root, stdio: 'ignore' });
  await expect.poll(() => existsSync(join(workspace.root, 'src')), { interval: 1 }).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(existsSync(join(workspace.gitFolder, 'index.lock'))).toBe(true);
  expect(await openWorkspace(git, request)).toMatchObject({
    state: 'repaired',
    because: 'a git command was killed half-way',
  });
  expect(userGit(workspace.root, 'status', '--porcelain')).toBe('');
  expect(userGit(workspace.root, 'ls-files').split('\n')).toHaveLength(5_000);
});

test('the lock of a ref that a killed git left behind does not block the next iteration', async () => {
  const { workspace, request } = await openedWorkspace(smallFiles);
  const refs = join(workspace.store, 'refs/firmloop/run-1');
  writeFileSync(join(refs, 'head.lock'), '');
  writeFileSync(join(refs, '1.lock'), '');
  succeeded(await openWorkspace(git, request));
  succeeded(await applyPatch(git, workspace, smallPatch()));
  succeeded(await commitIteration(git, workspace, 1, 'One'));
});

test.each([
  ['git reset --hard HEAD', (tree: string) => userGit(tree, 'reset', '--hard', '--quiet')],
  ['git clean -fdx', (tree: string) => userGit(tree, 'clean', '-fdxq')],
  [
    'git stash',
    (tree: string) => {
      writeFiles(tree, { 'src/main.c': 'x' });
      userGit(tree, 'stash');
    },
  ],
  [
    'git checkout of a new branch with commits',
    (tree: string) => {
      userGit(tree, 'checkout', '--quiet', '-b', 'mine');
      userGit(tree, 'rm', '-q', 'src/main.c');
      userGit(tree, 'commit', '-qm', 'x');
    },
  ],
  ['git gc --prune=now', (tree: string) => userGit(tree, 'gc', '--quiet', '--prune=now')],
  ['rm -rf .git', (tree: string) => rmSync(join(tree, '.git'), { recursive: true })],
  ['rm -rf *', (tree: string) => rmSync(join(tree, 'src'), { recursive: true })],
])('an agent that runs %s harms neither the iterations nor the user', async (_, harm) => {
  const { workspace, request } = await openedWorkspace(smallFiles);
  succeeded(await applyPatch(git, workspace, smallPatch()));
  const { commit, ref } = succeeded(await commitIteration(git, workspace, 1, 'One'));
  harm(workspace.root);
  succeeded(await rollBackTo(git, workspace, commit, { clean: 'everything' }));
  expect(read(workspace.directory, 'src/main.c')).toContain('return 0');
  expect(userGit(workspace.store, 'rev-parse', ref)).toBe(commit);
  expect(userGit(workspace.root, 'status', '--porcelain')).toBe('');
  expect(userGit(request.repository, 'log', '--all', '--format=%s')).toBe('First');
});

test("settings that an agent leaves in the tree's .git do not survive a roll back", async () => {
  const { workspace } = await openedWorkspace(smallFiles);
  userGit(workspace.root, 'config', 'core.fsmonitor', '/bin/false');
  succeeded(await rollBackTo(git, workspace, workspace.baseCommit));
  expect(read(workspace.root, '.git/config')).not.toContain('fsmonitor');
});

test('files that do not change keep their time stamps over a roll back, so that builds stay small', async () => {
  const { workspace } = await openedWorkspace(smallFiles);
  const before = statSync(join(workspace.root, 'README ä.md')).mtimeMs;
  succeeded(await applyPatch(git, workspace, smallPatch()));
  succeeded(await commitIteration(git, workspace, 1, 'One'));
  succeeded(await rollBackTo(git, workspace, workspace.baseCommit));
  expect(read(workspace.root, 'src/main.c')).toContain('return 1');
  expect(statSync(join(workspace.root, 'README ä.md')).mtimeMs).toBe(before);
});
