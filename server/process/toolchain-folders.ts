import { homedir } from 'node:os';
import { basename, delimiter, dirname, join, resolve } from 'node:path';

/** What the programs of a `bin` need beside it when the folder above holds more than the toolchain. */
const siblings = ['lib', 'lib64', 'libexec', 'include'];

/** A sandbox shows these in any case. */
const systemFolder = /^\/(?:usr|bin|sbin|lib|lib64|opt|etc)(?:\/|$)/;

const programFolders: ReadonlySet<string> = new Set(['bin', 'sbin', 'shims', 'Scripts']);

/**
 * The folders of toolchains that PATH names, for a sandbox to show: compilers and interpreters are often installed below a
 * home folder, which does not exist inside. With `…/toolchain/bin` that is the whole toolchain; but of a home folder and
 * of `~/.local`, where people keep other things too, only the programs and their libraries.
 */
export function toolchainFolders(path: string = process.env.PATH ?? '', home: string = homedir()): string[] {
  const folders = path.split(delimiter).filter((folder) => folder.startsWith('/') && !systemFolder.test(folder));
  return [...new Set(folders.flatMap((folder) => toolchainOf(resolve(folder), resolve(home))))];
}

function toolchainOf(folder: string, home: string): string[] {
  const above = dirname(folder);
  if (!programFolders.has(basename(folder))) return [folder];
  const isShared = [home, join(home, '.local'), '/root'].includes(above) || dirname(above) === '/home';
  return isShared ? [folder, ...siblings.map((name) => join(above, name))] : [above];
}
