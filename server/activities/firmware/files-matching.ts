import { glob } from 'node:fs/promises';

/** More than this is a pattern that matches too much. */
const mostFiles = 500;

/** Files below a folder that match any of the patterns, sorted, as paths relative to it with forward slashes. */
export async function filesMatching(folder: string, patterns: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const pattern of patterns) {
    for await (const entry of glob(pattern, { cwd: folder, withFileTypes: true })) {
      if (!entry.isFile() || found.size >= mostFiles) continue;
      found.add(`${entry.parentPath}/${entry.name}`.slice(folder.length + 1));
    }
  }
  return [...found].sort();
}
