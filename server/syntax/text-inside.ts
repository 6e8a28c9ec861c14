import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathInside } from '#server/environments/path-inside.ts';

/** The text of a plain file in a folder; null for one that is missing or lies outside, whatever path was written. */
export async function textInside(folder: string, path: string): Promise<string | null> {
  const file = await pathInside(folder, join(folder, path));
  return file === null ? null : await readFile(file, 'utf8').catch(() => null);
}
