import { glob } from 'node:fs/promises';
import { pathInside } from '#server/environments/path-inside.ts';

/** More than this is a pattern that matches too much. */
const mostFiles = 500;

/**
 * Files below a folder that match any of the patterns, sorted, as paths relative to it with forward slashes. What a build
 * made to look as if it were below the folder, by a link to another one, is not.
 */
export async function filesMatching(folder: string, patterns: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const pattern of patterns) {
    for await (const entry of glob(pattern, { cwd: folder, withFileTypes: true })) {
      if (!entry.isFile() || found.size >= mostFiles) continue;
      const path = `${entry.parentPath}/${entry.name}`;
      if (pathInside(folder, path) !== null) found.add(path.slice(folder.length + 1));
    }
  }
  return [...found].sort();
}
