import { join } from 'node:path';
import { pathInside } from '#server/environments/path-inside.ts';
import { plainFile } from '#server/workspace/plain-file.ts';

/** The text of a plain file in a folder; null for one that is missing or lies outside, whatever path was written. */
export function textInside(folder: string, path: string): string | null {
  const file = pathInside(folder, join(folder, path));
  return file === null ? null : (plainFile(file)?.toString('utf8') ?? null);
}
