import { constants } from 'node:fs';
import { access, chmod, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** The names that the compilers of a host go by. */
export const compilerNames: readonly string[] = ['cc', 'gcc', 'clang', 'c99', 'c++', 'g++', 'clang++'];

export interface Wrapping {
  readonly names: readonly string[];
  /** Words that are added where a file is compiled. */
  readonly compile: string;
  /** A file that is added where a program is linked. */
  readonly link: string | null;
  /** A folder for what each compilation prints to stderr, which is then not in the output of the build. */
  readonly saysInto?: string;
}

/**
 * Puts programs with the names of compilers into a folder. Each calls the real one with more words, so that any build that
 * finds its compiler by name obeys, whatever builds it.
 */
export async function writeWrappers(folder: string, wrapping: Wrapping): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of wrapping.names) {
    const real = await found(name);
    if (real === null) continue;
    const path = join(folder, name);
    await writeFile(path, script(real, wrapping));
    await chmod(path, 0o755);
  }
}

async function found(name: string): Promise<string | null> {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, name);
    const isThere =
      folder.startsWith('/') &&
      (await access(path, constants.X_OK).then(
        () => true,
        () => false,
      ));
    if (isThere) return path;
  }
  return null;
}

function script(real: string, { compile, link, saysInto }: Wrapping): string {
  const call = `exec ${quoted(real)} "$@"`;
  const aside = saysInto === undefined ? '' : ` 2> ${quoted(saysInto)}/$$.txt`;
  const linking = link === null ? call : `${call} ${compile} ${quoted(link)}`;
  return `#!/bin/sh
case " $* " in
*" -c "*) ${call} ${compile}${aside} ;;
*" -E "* | *" -M "* | *" -MM "* | *" -S "* | *" -shared "* | *" -r "* | *" --version "* | *" -v "* | *" -print-"* | *" -dump"*) ${call} ;;
*) ${linking} ;;
esac
`;
}

/** One word for a shell. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
