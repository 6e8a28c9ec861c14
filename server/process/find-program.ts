import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';

/** The path of a program as `execvp` finds it: by itself when it has a slash, else in the folders of the search path. */
export function findProgram(program: string, cwd: string, searchPath: string): string | undefined {
  const folders = program.includes('/') ? [cwd] : searchPath.split(delimiter);
  return folders.map((folder) => resolve(cwd, folder, program)).find(isProgram);
}

function isProgram(path: string): boolean {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
