import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { DomainError } from '#lib/errors.ts';

/** The absolute path of a folder that a person named. Throws BAD_INPUT when there is none. */
export function folderAt(named: string): string {
  if (named.includes('\0'))
    throw new DomainError('BAD_INPUT', 'The folder has a NUL character in its name: check the path.');
  const path = resolve(named);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return path;
  const what = found === undefined ? `There is no folder ${path}` : `${path} is a file`;
  throw new DomainError('BAD_INPUT', `${what}: give the folder that holds firmloop.yaml.`);
}
