import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copyIndex } from './copy-index.ts';
import { type Expected, holdsExactly } from './holds-exactly.ts';
import { overwrite } from './overwrite.ts';
import type { Workspace } from './workspace.ts';

/**
 * Gives the tree a `.git` of its own, in which an agent may commit, reset, stash and destroy as it likes: it borrows the
 * store's objects and starts at `commit` with a clean status. Whatever an agent has left there is gone, since its settings
 * must not survive into the measured build. Plain files only: no git process.
 */
export async function writeAgentGit(workspace: Workspace, commit: string): Promise<void> {
  await renewAgentGit(workspace);
  pointAgentGit(workspace, commit);
}

/**
 * The part that does not depend on the commit: what an agent left is gone, but HEAD and index are to be written yet. One that
 * nobody has touched stays, as it would be written again to the byte: the new files and folders are what costs.
 */
export async function renewAgentGit(workspace: Workspace): Promise<void> {
  const folder = join(workspace.root, '.git');
  const entries = entriesOf(workspace);
  if (holdsExactly(folder, entries)) return;
  const old = join(workspace.folder, `${randomUUID()}.old`);
  await rename(folder, old).catch(ignoreMissing);
  // A few small files, at once: git is at work meanwhile and has need of the processor.
  mkdirSync(folder);
  for (const [path, what] of entries) {
    if (what === 'folder') mkdirSync(join(folder, path));
    else if (what !== 'file') writeFileSync(join(folder, path), what);
  }
  await rm(old, { recursive: true, force: true });
}

/** The rest, once the index is that of the commit. */
export function pointAgentGit({ root, gitFolder }: Workspace, commit: string): void {
  const folder = join(root, '.git');
  const head = Buffer.from(`${commit}\n`);
  if (!contentOf(join(folder, 'HEAD'))?.equals(head)) overwrite(join(folder, 'HEAD'), head);
  copyIndex(join(gitFolder, 'index'), join(folder, 'index'));
}

/** What a `.git` consists of when nobody has touched it. A build that asks git for its version may refresh the index. */
function entriesOf({ store, baseCommit }: Workspace): Map<string, Expected> {
  const shallow = contentOf(join(store, 'shallow'));
  return new Map<string, Expected>([
    ['objects', 'folder'],
    ['objects/info', 'folder'],
    ['objects/info/alternates', Buffer.from(`${join(store, 'objects')}\n`)],
    ['refs', 'folder'],
    ['refs/heads', 'folder'],
    ['config', Buffer.from(config(baseCommit))],
    ['packed-refs', tagsOf(store)],
    ...(shallow === null ? [] : ([['shallow', shallow]] as const)),
    ['HEAD', 'file'],
    ['index', 'file'],
  ]);
}

function config(commit: string): string {
  const sha256 = commit.length === 64;
  return [
    '[core]',
    `repositoryformatversion = ${sha256 ? 1 : 0}`,
    'bare = false',
    ...(sha256 ? ['[extensions]', 'objectFormat = sha256'] : []),
    '[gc]',
    'auto = 0',
    '[user]',
    'name = Firmloop',
    'email = firmloop@localhost',
    '',
  ].join('\n');
}

/**
 * Many firmware builds take their version from `git describe`, so the source's tags are visible. Git packs refs in the order
 * of their names, so that the tags stand together, each perhaps with the commit that it leads to in a line below.
 */
function tagsOf(store: string): Buffer {
  const header = Buffer.from('# pack-refs with: peeled sorted\n');
  const packed = contentOf(join(store, 'packed-refs'));
  const first = packed?.indexOf(TAG) ?? -1;
  if (packed === null || first === -1) return header;
  let end = packed.indexOf('\n', packed.lastIndexOf(TAG)) + 1;
  if (packed[end] === PEELED) end = packed.indexOf('\n', end) + 1;
  return Buffer.concat([header, packed.subarray(packed.lastIndexOf('\n', first) + 1, end)]);
}

const TAG = ' refs/tags/';
const PEELED = '^'.charCodeAt(0);

/** Null when there is no such file. */
function contentOf(file: string): Buffer | null {
  return existsSync(file) ? readFileSync(file) : null;
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
