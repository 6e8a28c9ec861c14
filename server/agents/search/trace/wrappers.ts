import { constants } from 'node:fs';
import { access, chmod, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

const names = ['cc', 'gcc', 'clang', 'c99', 'c++', 'g++', 'clang++'];

/**
 * Puts programs with the names of the host's compilers into a folder. Each calls the real one with `compile` added where
 * it compiles and `link` where it links, so that any build that finds its compiler by name obeys, whatever it is built with.
 */
export async function writeWrappers(
  folder: string,
  added: { readonly compile: string; readonly link: string },
): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of names) {
    const real = await found(name);
    if (real === null) continue;
    const path = join(folder, name);
    await writeFile(path, script(real, added));
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

function script(real: string, { compile, link }: { compile: string; link: string }): string {
  return `#!/bin/sh
case " $* " in
*" -c "*) exec ${real} "$@" ${compile} ;;
*" -E "* | *" -M "* | *" -MM "* | *" -S "* | *" -shared "* | *" -r "* | *" --version "* | *" -v "* | *" -print-"* | *" -dump"*) exec ${real} "$@" ;;
*) exec ${real} "$@" ${compile} ${link} ;;
esac
`;
}
