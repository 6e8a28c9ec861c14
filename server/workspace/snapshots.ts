import { constants } from 'node:fs';
import { chmod, copyFile, lstat, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { writeDurably } from './durably.ts';
import { type Refusal, refuse } from './refusal.ts';
import {
  isSameEntry,
  placeOf,
  storedAt,
  type TreeEntries,
  type TreeEntry,
  treeEntries,
  treeEntry,
} from './tree-entries.ts';
import type { Workspace } from './workspace.ts';

/** What a tree was before something changed it. */
const snapshot = z.object({
  n: z.int().min(1),
  /** What is about to be done, as undo and pages name it. */
  before: z.object({ planId: z.string(), step: z.int(), call: z.int(), tool: z.string() }),
  /** Pairs, as a name may be any key of an object. */
  entries: z.array(z.tuple([z.string(), treeEntry])).transform((pairs): TreeEntries => new Map(pairs)),
});
export type Snapshot = z.output<typeof snapshot>;

type Failed = Refusal<'DISK_FAILED'>;

/**
 * Keeps the whole tree as it stands: ignored files, nested repositories, links, permission bits and names that are not
 * UTF-8 included. It is there before the answer, whatever process dies then: who changes the tree afterwards can be undone.
 */
export async function takeSnapshot(
  workspace: Workspace,
  before: Snapshot['before'],
): Promise<({ readonly ok: true } & Snapshot) | Failed> {
  try {
    const last = (await snapshotFiles(workspace)).at(-1);
    const known = last === undefined ? undefined : await read(last);
    const entries = await treeEntries(workspace.root, known?.entries);
    await keepFiles(workspace, entries);
    const n = (known?.n ?? 0) + 1;
    const file = join(snapshotFolder(workspace), `${String(n).padStart(5, '0')}.json`);
    await mkdir(snapshotFolder(workspace), { recursive: true });
    await writeDurably(file, JSON.stringify({ n, before, entries: [...entries] }));
    return { ok: true, n, before, entries };
  } catch (error) {
    return failed('keep the tree', error);
  }
}

/** Every snapshot of a run, oldest first. */
export async function snapshotsOf(workspace: Workspace): Promise<Snapshot[]> {
  return await Promise.all((await snapshotFiles(workspace)).map(read));
}

/** Puts the tree back to a snapshot, byte for byte. Doing it twice is doing it once. Gives the paths that were not so. */
export async function restoreSnapshot(
  workspace: Workspace,
  { entries }: Snapshot,
): Promise<{ readonly ok: true; readonly paths: readonly string[] } | Failed> {
  try {
    const now = await treeEntries(workspace.root, entries);
    const paths = differingPaths(now, entries);
    const isFolder = (tree: TreeEntries, path: string) => tree.get(path)?.kind === 'folder';
    await openFolders(workspace, now);
    // A folder that stays keeps its place; everything else goes first, so that nothing stands in the way of what comes.
    for (const path of paths)
      if (!isFolder(now, path) || !isFolder(entries, path))
        await rm(placeOf(workspace.root, path), { recursive: true, force: true });
    for (const path of paths) await place(workspace, path, entries.get(path));
    await closeFolders(workspace, entries);
    return { ok: true, paths: paths.filter((path) => !isFolder(now, path) && !isFolder(entries, path)) };
  } catch (error) {
    return failed('put the tree back', error);
  }
}

/** The paths at which two trees differ, folders before what is in them. */
export function differingPaths(one: TreeEntries, other: TreeEntries): string[] {
  const paths = [...new Set([...one.keys(), ...other.keys()])].sort();
  return paths.filter((path) => !isSameEntry(one.get(path), other.get(path)));
}

/** Where the bytes of a run's snapshots lie. */
export function snapshotStore(workspace: Workspace): string {
  return join(snapshotFolder(workspace), 'files');
}

async function place(workspace: Workspace, path: string, entry: TreeEntry | undefined): Promise<void> {
  const at = placeOf(workspace.root, path);
  if (entry?.kind === 'folder') await mkdir(at, { recursive: true });
  if (entry?.kind === 'link') await symlink(Buffer.from(entry.target, 'latin1'), at);
  if (entry?.kind !== 'file') return;
  await copyFile(storedAt(snapshotStore(workspace), entry.hash), at, constants.COPYFILE_FICLONE);
  await chmod(at, entry.mode);
}

/** What is in a folder can be changed by its owner. */
async function openFolders({ root }: Workspace, now: TreeEntries): Promise<void> {
  for (const [path, entry] of now)
    if (entry.kind === 'folder' && (entry.mode & 0o700) !== 0o700) await chmod(placeOf(root, path), entry.mode | 0o700);
}

/** The deepest first, so that a folder that nobody may enter is closed last. */
async function closeFolders({ root }: Workspace, entries: TreeEntries): Promise<void> {
  for (const [path, entry] of [...entries].reverse())
    if (entry.kind === 'folder' && ((await lstat(placeOf(root, path))).mode & 0o7777) !== entry.mode)
      await chmod(placeOf(root, path), entry.mode);
}

/** Files are kept by their contents, each once for all snapshots of the run. */
async function keepFiles(workspace: Workspace, entries: TreeEntries): Promise<void> {
  const store = snapshotStore(workspace);
  for (const [path, entry] of entries) {
    if (entry.kind !== 'file') continue;
    const kept = storedAt(store, entry.hash);
    if ((await lstat(kept).catch(() => null)) !== null) continue;
    await mkdir(dirname(kept), { recursive: true });
    const draft = `${kept}.draft`;
    await copyFile(placeOf(workspace.root, path), draft, constants.COPYFILE_FICLONE);
    await chmod(draft, 0o600);
    await rename(draft, kept);
  }
}

function failed(doing: string, error: unknown): Failed {
  const why = error instanceof Error ? error.message : String(error);
  return refuse(
    'DISK_FAILED',
    `could not ${doing}: ${why}`,
    'Check free space and permissions of the folder it names, then run the task again.',
  );
}

/** The files of a run's snapshots, oldest first. */
async function snapshotFiles(workspace: Workspace): Promise<string[]> {
  const folder = snapshotFolder(workspace);
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => /^\d{5}\.json$/.test(name))
    .sort()
    .map((name) => join(folder, name));
}

async function read(file: string): Promise<Snapshot> {
  return snapshot.parse(JSON.parse(await readFile(file, 'utf8')));
}

function snapshotFolder(workspace: Workspace): string {
  return join(workspace.folder, 'undo');
}
