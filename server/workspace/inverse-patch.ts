import { randomUUID } from 'node:crypto';
import { chmod, copyFile, mkdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Git } from './git.ts';
import { differingPaths, type Snapshot, snapshotStore } from './snapshots.ts';
import { placeOf, storedAt, type TreeEntries, treeEntries } from './tree-entries.ts';
import { deadlines } from './tunables.ts';
import type { Workspace } from './workspace.ts';

/** A patch larger than this (bytes) undoes what a build has made, and nobody reads it. */
const largestPatch = 8 * 1024 * 1024;

/**
 * The patch that leads from the tree as it stands back to a snapshot, in git's form and its own bytes: what undoing would
 * do, to be read. Empty when nothing differs, null when there is none to be read.
 */
export async function inversePatch(git: Git, workspace: Workspace, to: Snapshot): Promise<Buffer | null> {
  const folder = join(workspace.folder, `inverse-${randomUUID()}`);
  try {
    const now = await treeEntries(workspace.root, to.entries);
    const paths = differingPaths(now, to.entries);
    const fromTree = (path: string) => placeOf(workspace.root, path);
    const fromStore = (_: string, hash: string) => Buffer.from(storedAt(snapshotStore(workspace), hash));
    await layOut(join(folder, 'a'), now, { paths, from: fromTree });
    await layOut(join(folder, 'b'), to.entries, { paths, from: fromStore });
    const file = join(folder, 'patch');
    const made = await git(['diff', '--no-index', ...plain, `--output=${file}`, 'a', 'b'], {
      cwd: folder,
      // What lies above the data folder is no part of it.
      env: { GIT_CEILING_DIRECTORIES: workspace.folder },
      deadlineMs: deadlines.copy,
    });
    // Git exits with 1 where there is a difference, and says what went wrong where something did.
    if (made.stopped || made.stderr !== '' || (await stat(file)).size > largestPatch) return null;
    return await readFile(file);
  } catch {
    return null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const plain = [
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--no-renames',
  '--binary',
  '--src-prefix=',
  '--dst-prefix=',
];

interface Laid {
  readonly paths: readonly string[];
  /** Where the bytes of a file are. */
  readonly from: (path: string, hash: string) => Buffer;
}

/** The files and links of a tree at these paths, in a folder of their own. */
async function layOut(root: string, entries: TreeEntries, { paths, from }: Laid): Promise<void> {
  await mkdir(root, { recursive: true });
  for (const path of paths) {
    const entry = entries.get(path);
    if (entry?.kind !== 'file' && entry?.kind !== 'link') continue;
    await mkdir(placeOf(root, dirname(path)), { recursive: true });
    const at = placeOf(root, path);
    if (entry.kind === 'link') await symlink(Buffer.from(entry.target, 'latin1'), at);
    if (entry.kind !== 'file') continue;
    await copyFile(from(path, entry.hash), at);
    await chmod(at, (entry.mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}
