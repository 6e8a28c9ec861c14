import { realpath } from 'node:fs/promises';
import { sep } from 'node:path';

/**
 * The real path of a file, or null when it is missing or lies outside the folder: what a build leaves may be a link to
 * anything that the runner can read.
 */
export async function pathInside(folder: string, path: string): Promise<string | null> {
  const [root, real] = await Promise.all([realpath(folder), realpath(path).catch(() => null)]);
  return real?.startsWith(root + sep) ? real : null;
}
