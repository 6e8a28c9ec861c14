import { lstatSync, readdirSync, readFileSync, type Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A folder, a file with this content, or a file with whatever content. */
export type Expected = 'folder' | 'file' | Buffer;

/**
 * Whether a folder holds these entries and no other, every file to the byte, without links and without a second name
 * elsewhere; false also where that cannot be seen. Paths are relative, each after the folder that it is in.
 */
export function holdsExactly(folder: string, entries: ReadonlyMap<string, Expected>): boolean {
  const namesIn = (path: string) =>
    [...entries.keys()].filter((other) => dirname(other) === path).map((other) => basename(other));
  try {
    return (
      isFolderOf(folder, namesIn('.')) &&
      [...entries].every(([path, expected]) =>
        expected === 'folder' ? isFolderOf(join(folder, path), namesIn(path)) : isFileOf(join(folder, path), expected),
      )
    );
  } catch {
    return false;
  }
}

function isFolderOf(place: string, names: readonly string[]): boolean {
  const stats = lstatSync(place);
  if (!stats.isDirectory() || !allows(stats, 0o700)) return false;
  const found = readdirSync(place);
  return found.length === names.length && names.every((name) => found.includes(name));
}

function isFileOf(place: string, content: Buffer | 'file'): boolean {
  const stats = lstatSync(place);
  if (!stats.isFile() || stats.nlink !== 1 || !allows(stats, 0o600)) return false;
  return content === 'file' || (stats.size === content.length && readFileSync(place).equals(content));
}

/** Whether its owner may do all of this with it. */
function allows({ mode }: Stats, wanted: number): boolean {
  return (mode & wanted) === wanted;
}
