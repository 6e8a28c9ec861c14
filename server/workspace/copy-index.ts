import { readFileSync, statSync, utimesSync } from 'node:fs';
import { overwrite } from './overwrite.ts';

/**
 * Copies git's index with its time. By that time git knows which files could have changed in the very moment in which they
 * were looked at, and looks at them again; a copy that is younger would hide a change of the same length.
 */
export function copyIndex(from: string, to: string): void {
  overwrite(to, readFileSync(from));
  const { atime, mtime } = statSync(from);
  utimesSync(to, atime, mtime);
}
