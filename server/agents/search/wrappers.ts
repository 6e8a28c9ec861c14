import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installedProgram } from '#server/process/find-program.ts';

/** The names that the compilers of a host go by. */
export const compilerNames: readonly string[] = ['cc', 'gcc', 'clang', 'c99', 'c++', 'g++', 'clang++'];

export interface Wrapping {
  readonly names: readonly string[];
  /** Words that are added where a file is compiled; none by default. */
  readonly compile?: string;
  /** A file that is added where a program is linked. */
  readonly link: string | null;
  readonly says?: Saying;
}

/** How compilers are to tell their messages. */
export interface Saying {
  /** A folder for what each compilation prints to stderr. Of one that does not link, it is then not in the output of the build. */
  readonly into: string;
  /** Options for the format of messages, of which the first that a compiler takes is added. */
  readonly formats: readonly string[];
}

/**
 * Puts programs with the names of compilers into a folder. Each calls the real one with more words, so that any build that
 * finds its compiler by name obeys, whatever builds it.
 */
export async function writeWrappers(folder: string, wrapping: Wrapping): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of wrapping.names) {
    const real = installedProgram(name, process.env.PATH ?? '');
    if (real === undefined) continue;
    const path = join(folder, name);
    await writeFile(path, script(real, wrapping));
    await chmod(path, 0o755);
  }
}

function script(real: string, { compile = '', link, says }: Wrapping): string {
  const call = `${quoted(real)} "$@" ${compile}`;
  const linking = link === null ? call : `${call} ${quoted(link)}`;
  const { compiled, linked } =
    says === undefined
      ? { compiled: `exec ${call}`, linked: `exec ${linking}` }
      : {
          compiled: `${formatFor(real, says)}\nexec ${call} $format 2> "$said"`,
          linked: toldTwice(real, says, linking),
        };
  return `#!/bin/sh
case " $* " in
*" -c "*) ${compiled} ;;
*" -E "* | *" -M "* | *" -MM "* | *" -S "* | *" -shared "* | *" -r "* | *" --version "* | *" -v "* | *" -print-"* | *" -dump"*) exec ${quoted(real)} "$@" ;;
*) ${linked} ;;
esac
`;
}

/** Sets what is used further on: the option that this compiler takes, and the file for what it says. */
function formatFor(real: string, { into, formats }: Saying): string {
  return `said=${quoted(into)}/$$.txt
format=
for one in ${formats.map(quoted).join(' ')}; do
  if ${quoted(real)} "$one" -E -x c /dev/null > /dev/null 2>&1; then format=$one; break; fi
done`;
}

/** What is compiled and linked at once goes into the file and into the output of the build, which has what the linker says. */
function toldTwice(real: string, says: Saying, linking: string): string {
  return `${formatFor(real, says)}
${linking} $format 2> "$said"
code=$?
cat "$said" >&2
exit $code`;
}

/** One word for a shell. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
