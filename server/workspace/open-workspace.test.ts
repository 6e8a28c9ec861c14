import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { applyPatch } from './apply-patch.ts';
import { bundleBase, bundleIteration } from './bundle-iteration.ts';
import { commitIteration } from './commit-iteration.ts';
import { openWorkspace } from './open-workspace.ts';
import { removeWorkspace, sweepWorkspaces } from './remove-workspace.ts';
import { rollBackTo } from './roll-back.ts';
import {
  diffOf,
  git,
  openedWorkspace,
  read,
  scratchFolder,
  succeeded,
  userGit,
  userRepository,
  writeFiles,
} from './testing.ts';

const files = {
  'src/main.c': 'int main(void)\n{\n  return 1;\n}\n',
  'README ä.md': 'A thermostat.\n',
  '.gitignore': 'build/\n',
};
const patch = () => diffOf('src/main.c', files['src/main.c'], files['src/main.c'].replace('1', '0'));

test('the tree holds the base commit and not what the user has not committed', async () => {
  const repository = userRepository(files);
  writeFiles(repository, { 'src/main.c': 'dirty' });
  const { workspace } = await openedWorkspace(files, { repository });
  expect(read(workspace.directory, 'src/main.c')).toBe(files['src/main.c']);
  expect(read(workspace.directory, 'README ä.md')).toBe(files['README ä.md']);
  expect(read(repository, 'src/main.c')).toBe('dirty');
  expect(userGit(repository, 'for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
});

test('opening again answers the workspace as it was left', async () => {
  const { workspace, request } = await openedWorkspace(files);
  succeeded(await applyPatch(git, workspace, patch()));
  writeFiles(workspace.directory, { 'build/out.o': 'object' });
  expect(await openWorkspace(git, request)).toMatchObject({ ok: true, state: 'reused' });
  expect(read(workspace.directory, 'src/main.c')).toContain('return 0');
  expect(read(workspace.directory, 'build/out.o')).toBe('object');
});

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
  const { workspace, request } = await openedWorkspace(files);
  succeeded(await applyPatch(git, workspace, patch()));
  const { commit } = succeeded(await commitIteration(git, workspace, 1, 'One'));
  if (existsSync(workspace.root)) writeFiles(workspace.root, { 'src/half-applied.c': 'x' });
  damage(workspace.folder);
  expect((await openWorkspace(git, request)).ok).toBe(true);
  expect(read(workspace.directory, 'src/main.c')).toContain('return 0');
  expect(existsSync(join(workspace.directory, 'src/half-applied.c'))).toBe(false);
  expect(userGit(workspace.root, 'status', '--porcelain')).toBe('');
  expect(userGit(workspace.root, 'rev-parse', 'HEAD')).toBe(commit);
});

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
  const { workspace, request } = await openedWorkspace(files);
  const refs = join(workspace.store, 'refs/firmloop/run-1');
  writeFileSync(join(refs, 'head.lock'), '');
  writeFileSync(join(refs, '1.lock'), '');
  succeeded(await openWorkspace(git, request));
  succeeded(await applyPatch(git, workspace, patch()));
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
  const { workspace, request } = await openedWorkspace(files);
  succeeded(await applyPatch(git, workspace, patch()));
  const { commit, ref } = succeeded(await commitIteration(git, workspace, 1, 'One'));
  harm(workspace.root);
  succeeded(await rollBackTo(git, workspace, commit, { clean: 'everything' }));
  expect(read(workspace.directory, 'src/main.c')).toContain('return 0');
  expect(userGit(workspace.store, 'rev-parse', ref)).toBe(commit);
  expect(userGit(workspace.root, 'status', '--porcelain')).toBe('');
  expect(userGit(request.repository, 'log', '--all', '--format=%s')).toBe('First');
});

test("settings that an agent leaves in the tree's .git do not survive a roll back", async () => {
  const { workspace } = await openedWorkspace(files);
  userGit(workspace.root, 'config', 'core.fsmonitor', '/bin/false');
  succeeded(await rollBackTo(git, workspace, workspace.baseCommit));
  expect(read(workspace.root, '.git/config')).not.toContain('fsmonitor');
});

test("the source's tags are there for git describe", async () => {
  const repository = userRepository(files);
  userGit(repository, 'tag', '-a', 'v1.2', '-m', 'x');
  userGit(repository, 'tag', 'light');
  const { workspace } = await openedWorkspace(files, { repository });
  expect(userGit(workspace.root, 'describe')).toBe('v1.2');
});

test('a run works in a sub-folder of a larger repository', async () => {
  const { workspace } = await openedWorkspace(
    { 'top.c': 'top\n', 'examples/thermostat/src/a.c': 'a\n' },
    { subdirectory: 'examples/thermostat' },
  );
  expect(read(workspace.directory, 'src/a.c')).toBe('a\n');
  expect(read(workspace.root, 'top.c')).toBe('top\n');
});

test('a sub-folder that the commit does not have is refused', async () => {
  const repository = userRepository(files);
  const request = {
    home: scratchFolder(),
    runId: 'r',
    repository,
    baseCommit: userGit(repository, 'rev-parse', 'HEAD'),
    subdirectory: 'nowhere',
  };
  expect(await openWorkspace(git, request)).toMatchObject({ ok: false, code: 'FOLDER_MISSING' });
});

test('a base commit that no branch leads to any more is still found, and kept when the user prunes it', async () => {
  const repository = userRepository(files);
  writeFiles(repository, { 'src/main.c': 'amended away\n' });
  userGit(repository, 'commit', '-qam', 'Lost');
  const baseCommit = userGit(repository, 'rev-parse', 'HEAD');
  userGit(repository, 'reset', '--quiet', '--hard', 'HEAD^');
  const { workspace, request } = await openedWorkspace(files, { repository, baseCommit });
  userGit(repository, 'reflog', 'expire', '--expire=now', '--all');
  userGit(repository, 'gc', '--quiet', '--prune=now');
  rmSync(workspace.folder, { recursive: true });
  succeeded(await openWorkspace(git, request));
  expect(read(workspace.directory, 'src/main.c')).toBe('amended away\n');
});

test('a base commit made after the first run is fetched into the existing store', async () => {
  const { request } = await openedWorkspace(files);
  writeFiles(request.repository, { 'src/main.c': 'later\n' });
  userGit(request.repository, 'commit', '-qam', 'Later');
  const baseCommit = userGit(request.repository, 'rev-parse', 'HEAD');
  const later = succeeded(await openWorkspace(git, { ...request, runId: 'run-2', baseCommit }));
  expect(read(later.workspace.directory, 'src/main.c')).toBe('later\n');
});

test('a base commit that does not exist is refused by name', async () => {
  const repository = userRepository(files);
  const request = { home: scratchFolder(), runId: 'r', repository, baseCommit: '1'.repeat(40), subdirectory: '' };
  expect(await openWorkspace(git, request)).toMatchObject({ ok: false, code: 'BASE_MISSING' });
});

test('runs on one repository are set up at the same time and do not see each other', async () => {
  const repository = userRepository(files);
  const home = scratchFolder();
  const opened = await Promise.all(['a', 'b', 'c'].map((runId) => openedWorkspace(files, { repository, home, runId })));
  const commits = await Promise.all(
    opened.map(async ({ workspace }, at) => {
      succeeded(await applyPatch(git, workspace, patch().replace('return 0', `return ${at + 5}`)));
      return succeeded(await commitIteration(git, workspace, 1, 'One')).commit;
    }),
  );
  expect(new Set(commits).size).toBe(3);
  expect(new Set(opened.map(({ workspace }) => workspace.store)).size).toBe(1);
  expect(opened.map(({ workspace }) => /return (\d)/.exec(read(workspace.root, 'src/main.c'))?.[1])).toEqual([
    '5',
    '6',
    '7',
  ]);
});

test('another host rebuilds the run from its bundles', async () => {
  const { workspace, request } = await openedWorkspace(files);
  succeeded(await applyPatch(git, workspace, patch()));
  const { commit } = succeeded(await commitIteration(git, workspace, 1, 'One'));
  const { bytes } = succeeded(await bundleIteration(git, workspace, 1));
  const elsewhere = { ...request, home: scratchFolder(), at: commit };
  expect(await openWorkspace(git, elsewhere)).toMatchObject({ ok: false, code: 'COMMIT_MISSING' });
  const rebuilt = succeeded(await openWorkspace(git, { ...elsewhere, bundles: [{ iteration: 1, bytes }] }));
  expect(read(rebuilt.workspace.directory, 'src/main.c')).toContain('return 0');
  expect(userGit(rebuilt.workspace.root, 'rev-parse', 'HEAD')).toBe(commit);
});

test.each(['sha1', 'sha256'])('a host without the repository rebuilds a run from its bundles, %s', async (format) => {
  const repository = userRepository(files, { init: [`--object-format=${format}`] });
  const { workspace, request } = await openedWorkspace(files, { repository });
  const base = succeeded(await bundleBase(git, workspace));
  writeFiles(workspace.root, { 'src/main.c': 'changed\n' });
  const { commit } = succeeded(await commitIteration(git, workspace, 1, 'One', { paths: ['src/main.c'] }));
  const first = succeeded(await bundleIteration(git, workspace, 1));
  const bundles = [
    { iteration: 0, bytes: base.bytes },
    { iteration: 1, bytes: first.bytes },
  ];
  const elsewhere = { ...request, home: scratchFolder(), at: commit };
  renameSync(repository, `${repository}.gone`);
  expect(await openWorkspace(git, elsewhere)).toMatchObject({
    ok: false,
    code: 'BASE_MISSING',
    reason: expect.stringContaining('is not on this host'),
  });
  const rebuilt = succeeded(await openWorkspace(git, { ...elsewhere, bundles }));
  expect(read(rebuilt.workspace.directory, 'src/main.c')).toBe('changed\n');
});

test('the bundles of the run that a fork comes from serve the fork', async () => {
  const { workspace, request } = await openedWorkspace(files);
  succeeded(await applyPatch(git, workspace, patch()));
  const { commit } = succeeded(await commitIteration(git, workspace, 1, 'One'));
  const { bytes } = succeeded(await bundleIteration(git, workspace, 1));
  const fork = { ...request, runId: 'fork', at: commit, bundles: [{ iteration: 1, bytes }] };
  const opened = succeeded(await openWorkspace(git, { ...fork, home: scratchFolder() }));
  expect(userGit(opened.workspace.root, 'rev-parse', 'HEAD')).toBe(commit);
});

test.each([
  [
    'shallow',
    (source: string, target: string) => {
      writeFiles(source, { 'src/main.c': 'v2\n' });
      userGit(source, 'commit', '-qam', '2');
      userGit(source, 'clone', '-q', '--depth=1', `file://${source}`, target);
    },
  ],
  [
    'whose objects lie in another repository',
    (source: string, target: string) => userGit(source, 'clone', '-q', '--shared', source, target),
  ],
  [
    'linked work tree',
    (source: string, target: string) => userGit(source, 'worktree', 'add', '--quiet', '-b', 'other', target),
  ],
])('a clone that is %s can be worked on', async (_, make) => {
  const source = userRepository(files);
  const repository = join(scratchFolder(), 'clone');
  make(source, repository);
  const { workspace } = await openedWorkspace(files, { repository });
  writeFiles(workspace.root, { 'src/main.c': 'changed\n' });
  succeeded(await commitIteration(git, workspace, 1, 'One', { paths: ['src/main.c'] }));
  expect(userGit(workspace.root, 'status', '--porcelain')).toBe('');
});

test('a SHA-256 repository can be worked on', async () => {
  const repository = userRepository(files, { init: ['--object-format=sha256'] });
  const { workspace } = await openedWorkspace(files, { repository });
  succeeded(await applyPatch(git, workspace, patch().replace(/^index .*\n/m, '')));
  expect(succeeded(await commitIteration(git, workspace, 1, 'One')).commit).toHaveLength(64);
  expect(userGit(workspace.root, 'status', '--porcelain')).toBe('');
});

test('a removed workspace can be opened again, and is forgotten only on request', async () => {
  const { workspace, request } = await openedWorkspace(files);
  succeeded(await applyPatch(git, workspace, patch()));
  succeeded(await commitIteration(git, workspace, 1, 'One'));
  succeeded(await removeWorkspace(git, workspace));
  expect(existsSync(workspace.folder)).toBe(false);
  succeeded(await openWorkspace(git, request));
  expect(read(workspace.directory, 'src/main.c')).toContain('return 0');
  succeeded(await removeWorkspace(git, workspace, { history: 'forget' }));
  expect(userGit(workspace.store, 'for-each-ref', 'refs/firmloop')).toBe('');
});

test('a sweep removes the trees of runs that are over and old half-made copies, nothing else', async () => {
  const { workspace, request } = await openedWorkspace(files);
  const live = succeeded(await openWorkspace(git, { ...request, runId: 'live' })).workspace;
  const draft = `${workspace.store}.1234.draft`;
  writeFiles(draft, { HEAD: '' });
  expect(await sweepWorkspaces(request.home, async () => new Set(['live']), Date.now())).toEqual(['run-1']);
  expect([workspace.folder, live.folder, draft].map((path) => existsSync(path))).toEqual([false, true, true]);
  await sweepWorkspaces(request.home, async () => new Set(['live']), Date.now() + 24 * 3_600_000);
  expect([draft, workspace.store].map((path) => existsSync(path))).toEqual([false, true]);
});

test('files that do not change keep their time stamps over a roll back, so that builds stay small', async () => {
  const { workspace } = await openedWorkspace(files);
  const before = statSync(join(workspace.root, 'README ä.md')).mtimeMs;
  succeeded(await applyPatch(git, workspace, patch()));
  succeeded(await commitIteration(git, workspace, 1, 'One'));
  succeeded(await rollBackTo(git, workspace, workspace.baseCommit));
  expect(read(workspace.root, 'src/main.c')).toContain('return 1');
  expect(statSync(join(workspace.root, 'README ä.md')).mtimeMs).toBe(before);
});

test('a run id that could leave its folder is refused', async () => {
  expect(
    await openWorkspace(git, { home: '/nowhere', runId: '../x', repository: '/x', baseCommit: '', subdirectory: '' }),
  ).toMatchObject({ code: 'BAD_RUN_ID' });
});
