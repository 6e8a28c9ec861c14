import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { plainFileBytes } from './tunables.ts';

/**
 * What a plain file holds; null for one that is missing, cannot be read, is larger than `plainFileBytes`, or is none: whatever a
 * build put in its place is neither followed nor waited for. At once: the file of a tree at work is in memory, and a turn through
 * the pool of threads takes longer than the reading.
 */
export function plainFile(path: string): Buffer | null {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return null;
  }
  try {
    const found = fstatSync(file);
    return found.isFile() && found.size <= plainFileBytes ? readFileSync(file) : null;
  } catch {
    return null;
  } finally {
    closeSync(file);
  }
}
