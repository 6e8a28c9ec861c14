import { access, constants, realpath } from 'node:fs/promises';
import { delimiter, dirname, isAbsolute, join } from 'node:path';

/** Where a program lies by PATH; null when there is none. */
async function whereIs(program: string): Promise<string | null> {
  const candidates = isAbsolute(program)
    ? [program]
    : (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, program));
  for (const candidate of candidates) {
    const isThere = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return candidate;
  }
  return null;
}

/** The folders that a program needs to be seen: its own, and all packages beside it when it came as one of npm's. */
export async function programFolders(program: string): Promise<readonly string[] | null> {
  const found = await whereIs(program);
  if (found === null) return null;
  const real = await realpath(found);
  return [...new Set([dirname(found), ...[found, real].map(packagesOf)])];
}

function packagesOf(path: string): string {
  const [before, inside] = path.split('/node_modules/');
  return inside === undefined ? dirname(path) : `${before}/node_modules`;
}
