import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute } from 'node:path';

/**
 * A program as `execvp` finds it for a process that starts in `cwd`: by itself when it has a slash, else in the folders of
 * the search path. A relative path is given as it stands, which counts from `cwd`.
 */
export function findProgram(program: string, cwd: string, searchPath: string): string | undefined {
  if (program.includes('/')) return isProgram(program, cwd) ? program : undefined;
  return searchPath
    .split(delimiter)
    .map((folder) => `${folder || '.'}/${program}`)
    .find((path) => isProgram(path, cwd));
}

/** Where a program lies by the absolute folders of a search path, for whoever starts it from elsewhere. */
export function installedProgram(program: string, searchPath: string): string | undefined {
  const folders = searchPath.split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.map((folder) => `${folder}/${program}`).find((path) => isProgram(path, '/'));
}

/** A path that cannot be looked at leads to no program, whatever the reason. */
function isProgram(path: string, cwd: string): boolean {
  const place = isAbsolute(path) ? path : `${cwd}/${path}`;
  try {
    if (!statSync(place, { throwIfNoEntry: false })?.isFile()) return false;
    accessSync(place, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
