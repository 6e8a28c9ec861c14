import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathInside } from '#server/environments/path-inside.ts';
import type { Tree } from './bench.ts';

/**
 * Writes a file of the project in a tree. What was built there may have put a link in its place or in place of its folder: a
 * link is taken away, and a folder that leads out of the tree is refused.
 */
export async function writeInside(tree: Tree, path: string, text: string): Promise<void> {
  const file = join(tree.directory, path);
  const isAtRoot = dirname(file) === tree.root;
  if (!isAtRoot && pathInside(tree.root, dirname(file)) === null) throw new Error(`${path} leads out of the tree`);
  await rm(file, { force: true });
  await writeFile(file, text, { flag: 'wx' });
}
