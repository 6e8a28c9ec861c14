import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { applyPatch } from './apply-patch.ts';
import { commitIteration } from './commit-iteration.ts';
import { openWorkspace } from './open-workspace.ts';
import {
  git,
  openedWorkspace,
  read,
  scratchFolder,
  smallFiles,
  smallPatch,
  succeeded,
  userGit,
  userRepository,
  writeFiles,
} from './testing.ts';

test('the tree holds the base commit and not what the user has not committed', async () => {
  const repository = userRepository(smallFiles);
  writeFiles(repository, { 'src/main.c': 'dirty' });
  const { workspace } = await openedWorkspace(smallFiles, { repository });
  expect(read(workspace.directory, 'src/main.c')).toBe(smallFiles['src/main.c']);
  expect(read(workspace.directory, 'README ä.md')).toBe(smallFiles['README ä.md']);
  expect(read(repository, 'src/main.c')).toBe('dirty');
  expect(userGit(repository, 'for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
});

test('opening again answers the workspace as it was left', async () => {
  const { workspace, request } = await openedWorkspace(smallFiles);
  succeeded(await applyPatch(git, workspace, smallPatch()));
  succeeded(await commitIteration(git, workspace, 1, 'One'));
  writeFiles(workspace.directory, { 'build/out.o': 'object', 'src/new.c': 'x' });
  expect(await openWorkspace(git, request)).toMatchObject({ ok: true, state: 'reused' });
  expect(read(workspace.directory, 'src/main.c')).toContain('return 0');
  expect(read(workspace.directory, 'build/out.o')).toBe('object');
  expect(read(workspace.directory, 'src/new.c')).toBe('x');
});

test("the source's tags are there for git describe", async () => {
  const repository = userRepository(smallFiles);
  userGit(repository, 'tag', '-a', 'v1.2', '-m', 'x');
  userGit(repository, 'tag', 'light');
  const { workspace } = await openedWorkspace(smallFiles, { repository });
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
  const repository = userRepository(smallFiles);
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
  const repository = userRepository(smallFiles);
  writeFiles(repository, { 'src/main.c': 'amended away\n' });
  userGit(repository, 'commit', '-qam', 'Lost');
  const baseCommit = userGit(repository, 'rev-parse', 'HEAD');
  userGit(repository, 'reset', '--quiet', '--hard', 'HEAD^');
  const { workspace, request } = await openedWorkspace(smallFiles, { repository, baseCommit });
  userGit(repository, 'reflog', 'expire', '--expire=now', '--all');
  userGit(repository, 'gc', '--quiet', '--prune=now');
  rmSync(workspace.folder, { recursive: true });
  succeeded(await openWorkspace(git, request));
  expect(read(workspace.directory, 'src/main.c')).toBe('amended away\n');
});

test('a base commit made after the first run is fetched into the existing store', async () => {
  const { request } = await openedWorkspace(smallFiles);
  writeFiles(request.repository, { 'src/main.c': 'later\n' });
  userGit(request.repository, 'commit', '-qam', 'Later');
  const baseCommit = userGit(request.repository, 'rev-parse', 'HEAD');
  const later = succeeded(await openWorkspace(git, { ...request, runId: 'run-2', baseCommit }));
  expect(read(later.workspace.directory, 'src/main.c')).toBe('later\n');
});

test('a base commit that does not exist is refused by name', async () => {
  const repository = userRepository(smallFiles);
  const request = { home: scratchFolder(), runId: 'r', repository, baseCommit: '1'.repeat(40), subdirectory: '' };
  expect(await openWorkspace(git, request)).toMatchObject({ ok: false, code: 'BASE_MISSING' });
});

test('runs on one repository are set up at the same time and do not see each other', async () => {
  const repository = userRepository(smallFiles);
  const home = scratchFolder();
  const opened = await Promise.all(
    ['a', 'b', 'c'].map((runId) => openedWorkspace(smallFiles, { repository, home, runId })),
  );
  const commits = await Promise.all(
    opened.map(async ({ workspace }, at) => {
      succeeded(await applyPatch(git, workspace, smallPatch().replace('return 0', `return ${at + 5}`)));
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
  const source = userRepository(smallFiles);
  const repository = join(scratchFolder(), 'clone');
  make(source, repository);
  const { workspace } = await openedWorkspace(smallFiles, { repository });
  writeFiles(workspace.root, { 'src/main.c': 'changed\n' });
  succeeded(await commitIteration(git, workspace, 1, 'One', { paths: ['src/main.c'] }));
  expect(userGit(workspace.root, 'status', '--porcelain')).toBe('');
});

test('a SHA-256 repository can be worked on', async () => {
  const repository = userRepository(smallFiles, { init: ['--object-format=sha256'] });
  const { workspace } = await openedWorkspace(smallFiles, { repository });
  succeeded(await applyPatch(git, workspace, smallPatch().replace(/^index .*\n/m, '')));
  expect(succeeded(await commitIteration(git, workspace, 1, 'One')).commit).toHaveLength(64);
  expect(userGit(workspace.root, 'status', '--porcelain')).toBe('');
});

test('a run id that could leave its folder is refused', async () => {
  expect(
    await openWorkspace(git, { home: '/nowhere', runId: '../x', repository: '/x', baseCommit: '', subdirectory: '' }),
  ).toMatchObject({ code: 'BAD_RUN_ID' });
});
