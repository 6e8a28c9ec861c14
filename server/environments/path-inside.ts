import { realpathSync } from 'node:fs';
import { sep } from 'node:path';

/**
 * The real path of a file, or null when it is missing or lies outside the folder: what a build leaves may be a link to
 * anything that the runner can read. Throws where the folder itself is missing.
 */
export function pathInside(folder: string, path: string): string | null {
  const root = realpathSync.native(folder);
  const real = realPath(path);
  return real?.startsWith(root + sep) ? real : null;
}

function realPath(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}
