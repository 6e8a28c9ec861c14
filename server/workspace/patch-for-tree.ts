import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathsOf } from '#lib/diff/parsed-diff.ts';
import { type PatchRefusal, refusePatch } from './patch-refusal.ts';
import { type ReadPatch, readPatch } from './read-patch.ts';
import type { Workspace } from './workspace.ts';

/**
 * Reads a patch and refuses it when one of its paths leads through a symbolic link in the tree as it is now, or a new file
 * has no place there. Git looks for such links only in the index, so one that an agent put in a folder's place would lead its
 * writes outside.
 */
export function patchForTree(workspace: Workspace, patch: string | Uint8Array): ReadPatch | PatchRefusal {
  const read = readPatch(patch);
  if (!read.ok) return read;
  for (const path of new Set(read.files.flatMap(pathsOf))) {
    const link = linkOn(workspace.directory, path);
    if (link !== null) return refusePatch('SYMLINK', `${path}: ${link} is a symbolic link`, { file: path });
  }
  return inTheWay(workspace, read) ?? read;
}

/** What stands where a new file or its folders would be, which git finds out only as it writes. */
function inTheWay({ directory }: Workspace, { files }: ReadPatch): PatchRefusal | null {
  const gone = files.flatMap(({ kind, oldPath }) => (kind === 'delete' || kind === 'rename' ? (oldPath ?? []) : []));
  for (const { kind, newPath } of files) {
    if (newPath === null || (kind !== 'add' && kind !== 'rename' && kind !== 'copy')) continue;
    const parts = newPath.split('/');
    for (const length of parts.keys()) {
      const path = parts.slice(0, length + 1).join('/');
      const isFolder = isFolderAt(join(directory, path));
      if (isFolder === undefined) break;
      // A folder may stand above the new file, and a file in its place is for git to tell.
      if (isFolder !== (path === newPath)) continue;
      if (gone.some((other) => other === path || other.startsWith(`${path}/`))) break;
      return refusePatch('EXISTS', `${newPath}: ${path} is a ${isFolder ? 'folder' : 'file'}`, { file: newPath });
    }
  }
  return null;
}

/** Undefined for what is not there, or has a name that nothing can have; git takes an empty folder away. */
function isFolderAt(path: string): boolean | undefined {
  try {
    const isFolder = lstatSync(path).isDirectory();
    return isFolder && readdirSync(path).length === 0 ? undefined : isFolder;
  } catch {
    return undefined;
  }
}

function linkOn(directory: string, path: string): string | null {
  const parts = path.split('/');
  try {
    for (let length = 1; length <= parts.length; length += 1) {
      const part = parts.slice(0, length).join('/');
      if (lstatSync(join(directory, part)).isSymbolicLink()) return part;
    }
  } catch {
    // Below what is not there, no link is either.
  }
  return null;
}
