import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { createGit } from './git.ts';
import { inversePatch, restoreSnapshot, snapshotsOf, takeSnapshot } from './snapshots.ts';
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
  return workspace;
}

async function stateOf(root: string): Promise<Record<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const state: Record<string, string> = {};
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name);
    const { mode } = await lstat(file);
    const content = entry.isSymbolicLink()
      ? await readlink(file)
      : entry.isFile()
        ? (await readFile(file)).toString('hex')
        : '';
    state[file.slice(root.length + 1)] = `${entry.isSymbolicLink() ? 'link' : (mode & 0o7777).toString(8)} ${content}`;
  }
  return state;
}

type Edit = (root: string, path: string, bytes: Uint8Array) => Promise<unknown>;
const gone = (root: string, path: string) =>
  rm(join(root, path), { recursive: true, force: true }).catch(() => undefined);
const edits: Readonly<Record<string, Edit>> = {
  write: async (root, path, bytes) => {
    await gone(root, path);
    await writeFile(join(root, path), bytes).catch(() => undefined);
  },
  remove: gone,
  link: async (root, path) => {
    await gone(root, path);
    await symlink('/etc/hostname', join(root, path)).catch(() => undefined);
  },
  bits: (root, path) => chmod(join(root, path), 0o751).catch(() => undefined),
  folder: (root, path) => mkdir(join(root, `${path}-new`, 'inner'), { recursive: true }).catch(() => undefined),
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
      const taken = await takeSnapshot(git, workspace, before);
      if (!taken.ok) throw new Error(taken.reason);
      for (const [kind, path, bytes] of list) await edits[kind]?.(workspace.root, path, bytes);
      expect(await restoreSnapshot(git, workspace, taken)).toMatchObject({ ok: true });
      expect(await stateOf(workspace.root)).toEqual(was);
    }),
    { numRuns: 25 },
  );
}, 120_000);

test('what undoing would do can be read as a patch, and snapshots are listed in the order of the writes', async () => {
  const workspace = await workspaceWithTree();
  const first = await takeSnapshot(git, workspace, before);
  await writeFile(join(workspace.root, 'run.sh'), '#!/bin/sh\nexit 1\n');
  const second = await takeSnapshot(git, workspace, { ...before, step: 1 });
  if (!(first.ok && second.ok)) throw new Error('no snapshot');
  expect(await inversePatch(git, workspace, first)).toContain('-exit 1');
  expect((await snapshotsOf(workspace)).map(({ n, before: { step } }) => [n, step])).toEqual([
    [1, 0],
    [2, 1],
  ]);
});
