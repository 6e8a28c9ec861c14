import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importFolder } from './import-folder.ts';
import { inspectRepository } from './inspect-repository.ts';
import { openWorkspace } from './open-workspace.ts';
import { git, read, scratchFolder, succeeded, userGit, userRepository, writeFiles } from './testing.ts';

const files = { 'src/main.c': 'int main(void) {}\n', 'examples/thermostat/a.c': 'a\n' };

test('a clean repository is described by its commit and branch', async () => {
  const repository = userRepository(files);
  expect(await inspectRepository(git, repository)).toEqual({
    ok: true,
    repository,
    subdirectory: '',
    baseCommit: userGit(repository, 'rev-parse', 'HEAD'),
    branch: 'main',
    dirty: [],
    notes: [],
  });
});

test('changes that are not committed are listed and left alone', async () => {
  const repository = userRepository({ ...files, 'ü\nx.c': 'x' });
  writeFiles(repository, { 'ü\nx.c': 'y', 'new.c': 'n' });
  const index = userGit(repository, 'hash-object', '--no-filters', '.git/index');
  expect(succeeded(await inspectRepository(git, repository)).dirty).toEqual([
    { status: ' M', path: 'ü\nx.c' },
    { status: '??', path: 'new.c' },
  ]);
  expect(userGit(repository, 'hash-object', '--no-filters', '.git/index')).toBe(index);
});

test('a folder inside a larger repository is named by its sub-folder', async () => {
  const repository = userRepository(files);
  writeFiles(repository, { 'src/main.c': 'dirty elsewhere' });
  expect(await inspectRepository(git, join(repository, 'examples/thermostat'))).toMatchObject({
    repository,
    subdirectory: 'examples/thermostat',
    dirty: [],
  });
});

test.each([
  ['a branch', 'feature/x', 'feature/x'],
  ['a tag', 'v1', null],
  ['a hash', 'HASH', null],
])('%s can be named as the base', async (_, ref, branch) => {
  const repository = userRepository(files);
  const baseCommit = userGit(repository, 'rev-parse', 'HEAD');
  userGit(repository, 'branch', 'feature/x');
  userGit(repository, 'tag', '-a', 'v1', '-m', 'x');
  userGit(repository, 'commit', '-q', '--allow-empty', '-m', 'Second');
  expect(await inspectRepository(git, repository, ref === 'HASH' ? baseCommit : ref)).toMatchObject({
    baseCommit,
    branch,
  });
});

test('a detached HEAD has a commit and no branch', async () => {
  const repository = userRepository(files);
  userGit(repository, 'checkout', '-q', '--detach');
  expect(await inspectRepository(git, repository)).toMatchObject({ ok: true, branch: null });
});

test.each([
  ['a path that does not exist', (folder: string) => join(folder, 'nowhere'), 'NO_SUCH_FOLDER'],
  [
    'a file',
    (folder: string) => {
      writeFiles(folder, { f: '' });
      return join(folder, 'f');
    },
    'NO_SUCH_FOLDER',
  ],
  ['a folder that is not under git', (folder: string) => folder, 'NOT_UNDER_GIT'],
  [
    'a bare repository',
    (folder: string) => {
      userGit(folder, 'init', '-q', '--bare');
      return folder;
    },
    'BARE_REPOSITORY',
  ],
  [
    'a repository without a commit',
    (folder: string) => {
      userGit(folder, 'init', '-q');
      return folder;
    },
    'NO_COMMITS',
  ],
  [
    'a .git folder',
    (folder: string) => {
      userGit(folder, 'init', '-q');
      return join(folder, '.git');
    },
    'INSIDE_GIT_DIRECTORY',
  ],
  [
    'a folder that the surrounding repository does not contain',
    () => {
      const top = userRepository(files);
      mkdirSync(join(top, 'new'));
      return join(top, 'new');
    },
    'FOLDER_NOT_COMMITTED',
  ],
])('%s is refused with what to do', async (_, make, code) => {
  expect(await inspectRepository(git, make(scratchFolder()))).toMatchObject({
    ok: false,
    code,
    next: expect.stringMatching(/\w/),
  });
});

test('an unknown ref is answered with names that come near', async () => {
  const repository = userRepository(files);
  userGit(repository, 'branch', 'release/2.1');
  expect(await inspectRepository(git, repository, 'relase/2.1')).toMatchObject({
    code: 'UNKNOWN_REF',
    next: 'Did you mean release/2.1?',
  });
  expect(await inspectRepository(git, repository, '--all')).toMatchObject({ code: 'UNKNOWN_REF' });
});

test('submodules, LFS pointers and shallow history are noted', async () => {
  const library = userRepository({ 'lib.c': 'x' });
  const source = userRepository({ ...files, 'img/.gitattributes': '*.bin filter=lfs diff=lfs\n' });
  userGit(source, 'submodule', '--quiet', 'add', library, 'vendor/lib x');
  userGit(source, 'commit', '-qm', 'Add a submodule');
  const repository = join(scratchFolder(), 'clone');
  userGit(source, 'clone', '-q', '--depth=1', `file://${source}`, repository);
  const { notes } = succeeded(await inspectRepository(git, repository));
  expect(notes.map(({ kind }) => kind)).toEqual(['submodules', 'lfs', 'shallow']);
  expect(notes[0]?.text).toContain('vendor/lib x');
});

test('a folder without git can be imported, and its result does not touch it', async () => {
  const folder = join(scratchFolder(), 'thermostat');
  writeFiles(folder, { 'src/a.c': 'a\n', '.gitignore': 'build/\n', 'build/a.o': 'o' });
  const home = scratchFolder();
  const first = succeeded(await importFolder(git, { home, folder }));
  expect(await importFolder(git, { home, folder })).toEqual(first);
  writeFiles(folder, { 'src/a.c': 'b\n' });
  const second = succeeded(await importFolder(git, { home, folder }));
  const trees = await Promise.all(
    [first, second].map(async (imported, at) => {
      const { workspace } = succeeded(await openWorkspace(git, { home, runId: `run-${at}`, ...imported }));
      return read(workspace.directory, 'src/a.c');
    }),
  );
  expect(trees).toEqual(['a\n', 'b\n']);
  expect(await inspectRepository(git, folder)).toMatchObject({ code: 'NOT_UNDER_GIT' });
});

test('an empty folder cannot be imported', async () => {
  expect(await importFolder(git, { home: scratchFolder(), folder: scratchFolder() })).toMatchObject({
    ok: false,
    code: 'EMPTY_FOLDER',
  });
});
