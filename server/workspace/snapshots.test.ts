import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { createGit } from './git.ts';
import { inversePatch } from './inverse-patch.ts';
import { restoreSnapshot, snapshotsOf, takeSnapshot } from './snapshots.ts';
import { placeOf } from './tree-entries.ts';
import { locateWorkspace, type Workspace } from './workspace.ts';

const git = createGit();
const before = { planId: 'p', step: 0, call: 0, tool: 'write_file' };
const homes: string[] = [];

afterEach(async () => {
  for (const home of homes.splice(0)) await rm(home, { recursive: true, force: true });
});

/** A tree with everything that is easily lost: bits, links, line ends, bytes that are no text, ignored and empty things. */
async function workspaceWithTree(): Promise<Workspace> {
  const home = await mkdtemp(join(tmpdir(), 'firmloop-snapshots-'));
  homes.push(home);
  const workspace = locateWorkspace({ home, runId: 'r', repository: '/nowhere', baseCommit: 'b', subdirectory: '' });
  const at = (path: string) => join(workspace.root, path);
  await mkdir(at('src/deep'), { recursive: true });
  await mkdir(at('empty'));
  await writeFile(at('.gitattributes'), '* text=auto eol=lf\n');
  await writeFile(at('.gitignore'), '*.o\n');
  await writeFile(at('src/dos.c'), 'int a;\r\nint b;\n');
  await writeFile(at('src/main.o'), 'object');
  await writeFile(at('src/latin1.txt'), Buffer.from([0xe9, 0x0a, 0x00, 0xff]));
  await writeFile(at('run.sh'), '#!/bin/sh\n', { mode: 0o755 });
  await writeFile(at('secret'), 'x', { mode: 0o600 });
  await chmod(at('secret'), 0o400);
  await symlink('../run.sh', at('src/link'));
  await symlink('nowhere', at('dangling'));
  await writeFile(placeOf(workspace.root, 'caf\xe9.txt'), 'a name that is no UTF-8');
  await writeFile(at('__proto__'), 'a name that objects have');
  // A repository in the tree, as a submodule is one: to undo it is like any other folder.
  await mkdir(at('vendor'));
  execFileSync('git', ['init', '--quiet', '--template='], { cwd: at('vendor') });
  return workspace;
}

/** What a tree is, told by another way through it than the one that is tested. */
async function stateOf(root: string, folder = ''): Promise<Record<string, string>> {
  const state: [string, string][] = [];
  for (const name of await readdir(placeOf(root, folder), { encoding: 'latin1' })) {
    const path = folder === '' ? name : `${folder}/${name}`;
    const place = placeOf(root, path);
    const seen = await lstat(place);
    const content = seen.isSymbolicLink()
      ? await readlink(place)
      : seen.isFile()
        ? (await readFile(place)).toString('hex')
        : '';
    state.push([path, `${seen.isSymbolicLink() ? 'link' : seen.mode.toString(8)} ${content}`]);
    if (seen.isDirectory()) state.push(...Object.entries(await stateOf(root, path)));
  }
  return Object.fromEntries(state);
}

type Edit = (root: string, path: string, bytes: Uint8Array) => Promise<unknown>;
const gone = (root: string, path: string) =>
  rm(placeOf(root, path), { recursive: true, force: true }).catch(() => undefined);
const edits: Readonly<Record<string, Edit>> = {
  write: async (root, path, bytes) => {
    await gone(root, path);
    await writeFile(placeOf(root, path), bytes).catch(() => undefined);
  },
  remove: gone,
  link: async (root, path) => {
    await gone(root, path);
    await symlink('/etc/hostname', placeOf(root, path)).catch(() => undefined);
  },
  bits: (root, path) => chmod(placeOf(root, path), 0o751).catch(() => undefined),
  close: (root, path) => chmod(placeOf(root, path), 0o500).catch(() => undefined),
  folder: (root, path) => mkdir(placeOf(root, `${path}-new/inner`), { recursive: true }).catch(() => undefined),
  repository: async (root, path) => {
    await gone(root, path);
    await mkdir(placeOf(root, `${path}/.git`), { recursive: true }).catch(() => undefined);
    await writeFile(placeOf(root, `${path}/.git/HEAD`), 'ref: refs/heads/main\n').catch(() => undefined);
  },
  pipe: async (root, path) => {
    if (/^[ -~]+$/.test(path)) spawnSync('mkfifo', [`${root}/${path}-pipe`], { stdio: 'ignore' });
  },
};

const anyEdits = fc.array(
  fc.tuple(
    fc.constantFrom(...Object.keys(edits)),
    fc.constantFrom(
      'src/dos.c',
      'src/main.o',
      'src/latin1.txt',
      'src/link',
      'run.sh',
      'secret',
      'dangling',
      'new file',
      'src',
      'empty',
      'é\n.txt',
      'caf\xe9.txt',
      '\xff\xfe',
      '__proto__',
      'vendor',
      'vendor/.git/HEAD',
    ),
    fc.uint8Array({ maxLength: 12 }),
  ),
  { minLength: 1, maxLength: 8 },
);

test('whatever is done to a tree, going back to a snapshot gives it byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(anyEdits, async (list) => {
      const workspace = await workspaceWithTree();
      const was = await stateOf(workspace.root);
      const taken = await takeSnapshot(workspace, before);
      if (!taken.ok) throw new Error(taken.reason);
      for (const [kind, path, bytes] of list) await edits[kind]?.(workspace.root, path, bytes);
      expect(await restoreSnapshot(workspace, taken)).toMatchObject({ ok: true });
      expect(await stateOf(workspace.root)).toEqual(was);
    }),
    { numRuns: 25 },
  );
}, 120_000);

test('what undoing would do can be read as a patch, and snapshots are listed in the order of the writes', async () => {
  const workspace = await workspaceWithTree();
  const first = await takeSnapshot(workspace, before);
  await writeFile(join(workspace.root, 'run.sh'), '#!/bin/sh\nexit 1\n');
  const second = await takeSnapshot(workspace, { ...before, step: 1 });
  if (!(first.ok && second.ok)) throw new Error('no snapshot');
  expect(String(await inversePatch(git, workspace, first))).toContain('diff --git a/run.sh b/run.sh');
  expect((await snapshotsOf(workspace)).map(({ n, before: { step } }) => [n, step])).toEqual([
    [1, 0],
    [2, 1],
  ]);
});

test('the patch of a tree with links, bits and bytes of all kinds leads back to it', async () => {
  const workspace = await workspaceWithTree();
  const plain = ['src', 'run.sh', 'dangling', 'caf\xe9.txt'];
  const stateOfPlain = async () =>
    Object.entries(await stateOf(workspace.root)).filter(([path]) => plain.includes(path.split('/')[0] ?? ''));
  const was = await stateOfPlain();
  const taken = await takeSnapshot(workspace, before);
  if (!taken.ok) throw new Error(taken.reason);
  await edits.remove?.(workspace.root, 'src/link', new Uint8Array());
  await edits.link?.(workspace.root, 'run.sh', new Uint8Array());
  await edits.write?.(workspace.root, 'caf\xe9.txt', Uint8Array.of(0xe9, 0x0d, 0x0a));
  await edits.write?.(workspace.root, 'src/latin1.txt', Uint8Array.of(0xe9, 0xe8, 0x0a));
  await edits.write?.(workspace.root, 'src/new.c', Uint8Array.of(0x0a));
  const patch = await inversePatch(git, workspace, taken);
  execFileSync('git', ['apply', '--whitespace=nowarn', '-'], {
    cwd: workspace.root,
    input: patch ?? '',
    env: { ...process.env, GIT_CEILING_DIRECTORIES: workspace.folder },
  });
  expect(await stateOfPlain()).toEqual(was);
});

test('a file that is changed in the moment of its snapshot, at the same length, is put back all the same', async () => {
  const workspace = await workspaceWithTree();
  const file = join(workspace.root, 'src/dos.c');
  const was = await readFile(file, 'utf8');
  for (let step = 0; step < 5; step += 1) {
    const taken = await takeSnapshot(workspace, { ...before, step });
    await writeFile(file, was.replace('a', String(step)));
    if (!taken.ok) throw new Error(taken.reason);
    await restoreSnapshot(workspace, taken);
    expect(await readFile(file, 'utf8')).toBe(was);
  }
});
