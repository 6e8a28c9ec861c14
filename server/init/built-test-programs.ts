import { access, constants, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** More would be examples and tools that only happen to have the word in their names. */
const most = 5;

/** Commands that start what a build left and what is named like tests, for a project that has no target that runs them. */
export async function builtTestPrograms(copy: string, before: readonly string[]): Promise<string[]> {
  const known = new Set(before);
  const entries = await readdir(copy, { recursive: true, withFileTypes: true });
  const fresh = entries
    .filter((entry) => entry.isFile() && /test/i.test(entry.name) && !/\.\w+$/.test(entry.name))
    .map((entry) => relative(copy, join(entry.parentPath, entry.name)))
    .filter((path) => !known.has(path));
  const executable = await Promise.all(fresh.map((path) => isExecutable(join(copy, path))));
  return fresh
    .filter((_, at) => executable[at])
    .toSorted()
    .slice(0, most)
    .map((path) => `./${path}`);
}

async function isExecutable(path: string): Promise<boolean> {
  return await access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
