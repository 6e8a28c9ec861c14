import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const mode = z.int().min(0).max(0o7777);

/** What lies at a place of a tree. Of a pipe, a socket or a device there are no bytes to keep. */
export const treeEntry = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('file'),
    mode,
    /** SHA-256 of its bytes, in hex. */
    hash: z.string(),
    /** What its file system says of it; null where it was changed too recently for that to tell two contents apart. */
    stamp: z.string().nullable(),
  }),
  z.object({ kind: z.literal('link'), target: z.string() }),
  z.object({ kind: z.literal('folder'), mode }),
  z.object({ kind: z.literal('other') }),
]);
export type TreeEntry = z.output<typeof treeEntry>;

/**
 * Entries by their path from the root. Paths and targets of links hold a character per byte, as in Latin-1: a name of any
 * bytes fits into JSON and comes back as it was.
 */
export type TreeEntries = ReadonlyMap<string, TreeEntry>;

/** A file system's clock may stand still for so long (ms): a change within it leaves the same stamp. */
const clockTickMs = 2_000;

/** The place of an entry, in its own bytes. */
export function placeOf(root: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(`${root}/`), Buffer.from(path, 'latin1')]);
}

/**
 * Everything below a folder but the entry `.git` at its top, folders before what is in them. Nothing in it is followed or
 * taken for a repository. `known` are the entries of before: a file whose stamp is still the same is not read again.
 */
export async function treeEntries(root: string, known: TreeEntries = new Map()): Promise<TreeEntries> {
  const entries = new Map<string, TreeEntry>();
  const settledBefore = BigInt(Date.now() - clockTickMs) * 1_000_000n;
  const walk = async (folder: string): Promise<void> => {
    const names = await readdir(folder === '' ? root : placeOf(root, folder), { encoding: 'latin1' });
    for (const name of names.sort()) {
      const path = folder === '' ? name : `${folder}/${name}`;
      if (path === '.git') continue;
      const entry = await entryAt(placeOf(root, path), known.get(path), settledBefore);
      entries.set(path, entry);
      if (entry.kind === 'folder') await walk(path);
    }
  };
  await walk('');
  return entries;
}

/** Two entries that are the same to whoever looks at the tree. */
export function isSameEntry(one: TreeEntry | undefined, other: TreeEntry | undefined): boolean {
  if (one?.kind === 'file' && other?.kind === 'file') return one.mode === other.mode && one.hash === other.hash;
  return JSON.stringify(one) === JSON.stringify(other);
}

async function entryAt(place: Buffer, known: TreeEntry | undefined, settledBefore: bigint): Promise<TreeEntry> {
  const seen = await lstat(place, { bigint: true });
  const bits = Number(seen.mode & 0o7777n);
  if (seen.isDirectory()) return { kind: 'folder', mode: bits };
  if (seen.isSymbolicLink()) return { kind: 'link', target: await readlink(place, { encoding: 'latin1' }) };
  if (!seen.isFile()) return { kind: 'other' };
  const isSettled = seen.ctimeNs < settledBefore;
  const stamp = isSettled ? `${seen.ino} ${seen.size} ${seen.mtimeNs} ${seen.ctimeNs}` : null;
  const isKnown = stamp !== null && known?.kind === 'file' && known.stamp === stamp;
  return { kind: 'file', mode: bits, hash: isKnown ? known.hash : await hashOf(place), stamp };
}

async function hashOf(place: Buffer): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(place)) hash.update(bytes);
  return hash.digest('hex');
}

/** Where the bytes of a file are kept. */
export function storedAt(store: string, hash: string): string {
  return join(store, hash.slice(0, 2), hash.slice(2));
}
