import { copyFile, stat, utimes } from 'node:fs/promises';

/**
 * Copies git's index with its time. By that time git knows which files could have changed in the very moment in which they
 * were looked at, and looks at them again; a copy that is younger would hide a change of the same length.
 */
export async function copyIndex(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  const { atime, mtime } = await stat(from);
  await utimes(to, atime, mtime);
}
