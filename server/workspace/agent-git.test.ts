import {
  appendFileSync,
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeAgentGit } from './agent-git.ts';
import { openedWorkspace, read, scratchFolder, smallFiles, userGit, userRepository, writeFiles } from './testing.ts';
import type { Workspace } from './workspace.ts';

/** A tree whose source has tags and another branch. */
async function tagged(): Promise<Workspace> {
  const repository = userRepository(smallFiles);
  userGit(repository, 'tag', '-a', 'v1.2', '-m', 'x');
  userGit(repository, 'tag', 'light');
  userGit(repository, 'branch', 'other');
  return (await openedWorkspace(smallFiles, { repository })).workspace;
}

const gitOf = ({ root }: Workspace) => join(root, '.git');

/** The number of a file is given again once it is free. */
const identity = (workspace: Workspace) => statSync(gitOf(workspace)).birthtimeMs;

/** Every entry below a tree's `.git`, with what is in it. */
function contentsOf(workspace: Workspace): Record<string, string> {
  const folder = gitOf(workspace);
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const contents = entries.map((entry): [string, string] => {
    const path = join(entry.parentPath, entry.name);
    return [path.slice(folder.length + 1), entry.isFile() ? readFileSync(path, 'latin1') : 'folder'];
  });
  return Object.fromEntries(contents.sort());
}

test.each([
  ['nobody has been there', () => ''],
  ['a build has asked for its version', (tree: string) => userGit(tree, 'describe', '--always', '--dirty')],
  [
    'a build has had the index refreshed',
    (tree: string) => {
      const main = join(tree, 'src/main.c');
      writeFileSync(main, readFileSync(main));
      userGit(tree, 'status');
      userGit(tree, 'describe', '--tags', '--always', '--dirty');
      userGit(tree, 'log', '-1');
    },
  ],
  ['it stands at another commit', (tree: string) => writeFileSync(join(tree, '.git/HEAD'), `${'1'.repeat(40)}\n`)],
  ['the index is emptied', (tree: string) => writeFileSync(join(tree, '.git/index'), '')],
  ['the index has grown', (tree: string) => appendFileSync(join(tree, '.git/index'), 'x'.repeat(10_000))],
])("the tree's own repository stays and starts at the commit when %s", async (_, use) => {
  const workspace = await tagged();
  const before = [identity(workspace), contentsOf(workspace)];
  use(workspace.root);
  await writeAgentGit(workspace, workspace.baseCommit);
  expect([identity(workspace), contentsOf(workspace)]).toEqual(before);
  expect(userGit(workspace.root, 'describe', '--dirty')).toBe('v1.2');
  expect(userGit(workspace.root, 'status', '--porcelain')).toBe('');
});

const tampering: readonly (readonly [string, (folder: string) => void])[] = [
  ['an unknown file', (folder) => writeFileSync(join(folder, 'COMMIT_EDITMSG'), 'x')],
  ['the lock of a git that was killed', (folder) => writeFileSync(join(folder, 'index.lock'), '')],
  ['a folder of hooks', (folder) => mkdirSync(join(folder, 'hooks'))],
  ['patterns of ignored files', (folder) => writeFiles(folder, { 'info/exclude': '*' })],
  ['logs', (folder) => writeFiles(folder, { 'logs/HEAD': 'x' })],
  ['another setting', (folder) => appendFileSync(join(folder, 'config'), '[core]\nfsmonitor = /bin/false\n')],
  [
    'a setting of the same length',
    (folder) => {
      const config = join(folder, 'config');
      writeFileSync(config, readFileSync(config, 'utf8').replace('bare = false', 'bare = falsy'));
    },
  ],
  ['no settings', (folder) => rmSync(join(folder, 'config'))],
  ['no HEAD', (folder) => rmSync(join(folder, 'HEAD'))],
  ['no index', (folder) => rmSync(join(folder, 'index'))],
  ['a folder for HEAD', (folder) => replaced(folder, 'HEAD', (place) => mkdirSync(place))],
  ['HEAD as a link', (folder) => replaced(folder, 'HEAD', (place, moved) => symlinkSync(moved, place))],
  ['the index as a link', (folder) => replaced(folder, 'index', (place, moved) => symlinkSync(moved, place))],
  ['the settings as a link', (folder) => replaced(folder, 'config', (place, moved) => symlinkSync(moved, place))],
  ['refs as a link', (folder) => replaced(folder, 'refs', (place, moved) => symlinkSync(moved, place))],
  ['objects as a link', (folder) => replaced(folder, 'objects/info', (place, moved) => symlinkSync(moved, place))],
  ['settings with a second name', (folder) => linkSync(join(folder, 'config'), join(scratchFolder(), 'config'))],
  ['HEAD with a second name', (folder) => linkSync(join(folder, 'HEAD'), join(scratchFolder(), 'HEAD'))],
  ['HEAD that nobody may write', (folder) => chmodSync(join(folder, 'HEAD'), 0o444)],
  ['a folder that nobody may write', (folder) => chmodSync(join(folder, 'refs/heads'), 0o555)],
  ['a branch', (folder) => writeFiles(folder, { 'refs/heads/mine': '1'.repeat(40) })],
  ['a tag', (folder) => writeFiles(folder, { 'refs/tags/v9': '1'.repeat(40) })],
  ['a packed tag', (folder) => appendFileSync(join(folder, 'packed-refs'), `${'1'.repeat(40)} refs/tags/v9\n`)],
  ['other objects', (folder) => appendFileSync(join(folder, 'objects/info/alternates'), '/elsewhere\n')],
  ['an object', (folder) => writeFiles(folder, { 'objects/aa/bb': 'x' })],
  ['a pack', (folder) => writeFiles(folder, { 'objects/pack/pack-1.pack': 'x' })],
  ['a grown history', (folder) => writeFileSync(join(folder, 'shallow'), '')],
  ['a file in its place', (folder) => replaced(folder, '', (place) => writeFileSync(place, 'gitdir: /elsewhere'))],
  ['a link in its place', (folder) => replaced(folder, '', (place, moved) => symlinkSync(moved, place))],
  ['nothing in its place', (folder) => rmSync(folder, { recursive: true })],
];

/** Moves an entry out of the tree, and puts something else in its place. */
function replaced(folder: string, path: string, put: (place: string, moved: string) => void): void {
  const moved = join(scratchFolder(), 'moved');
  renameSync(join(folder, path), moved);
  put(join(folder, path), moved);
}

test.each(tampering)(
  "the tree's own repository is made anew when an agent or a build has left %s",
  async (_, tamper) => {
    const workspace = await tagged();
    const before = { identity: identity(workspace), contents: contentsOf(workspace) };
    tamper(gitOf(workspace));
    await writeAgentGit(workspace, workspace.baseCommit);
    expect(identity(workspace)).not.toBe(before.identity);
    expect(contentsOf(workspace)).toEqual(before.contents);
    expect(userGit(workspace.root, 'status', '--porcelain')).toBe('');
    expect(readdirSync(workspace.folder).sort()).toEqual(['git', 'tree', 'workspace.json']);
  },
);

test('what HEAD leads to elsewhere is not written', async () => {
  const workspace = await tagged();
  const victim = join(scratchFolder(), 'victim');
  writeFileSync(victim, 'precious');
  rmSync(join(gitOf(workspace), 'HEAD'));
  symlinkSync(victim, join(gitOf(workspace), 'HEAD'));
  await writeAgentGit(workspace, workspace.baseCommit);
  expect(readFileSync(victim, 'utf8')).toBe('precious');
});

test("a store's history that was deepened since reaches the tree", async () => {
  const source = userRepository(smallFiles);
  writeFiles(source, { 'src/main.c': 'v2\n' });
  userGit(source, 'commit', '-qam', '2');
  const repository = join(scratchFolder(), 'clone');
  userGit(source, 'clone', '-q', '--depth=1', `file://${source}`, repository);
  const { workspace } = await openedWorkspace(smallFiles, { repository });
  expect(read(gitOf(workspace), 'shallow')).toBe(`${workspace.baseCommit}\n`);
  rmSync(join(workspace.store, 'shallow'));
  await writeAgentGit(workspace, workspace.baseCommit);
  expect(existsSync(join(gitOf(workspace), 'shallow'))).toBe(false);
});

test('of the refs of a source only its tags are seen, those without any included', async () => {
  const workspace = await tagged();
  expect(userGit(workspace.root, 'for-each-ref', '--format=%(refname)').split('\n')).toEqual([
    'refs/tags/light',
    'refs/tags/v1.2',
  ]);
  const { workspace: untagged } = await openedWorkspace(smallFiles);
  expect(userGit(untagged.root, 'for-each-ref')).toBe('');
});
