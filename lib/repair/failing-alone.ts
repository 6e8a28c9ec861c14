import type { Command } from '#lib/config/scalars.ts';
import type { ResultFormat, TestCase } from '#lib/results/types.ts';

/** A test that is to be run without the others, as its runner names it. */
type Named = Pick<TestCase, 'rawName' | 'suite'>;

interface Chooser {
  /** The command that can be given more words: the runner itself, as the last thing that a line of shell starts. */
  readonly runner: RegExp;
  readonly words: (tests: readonly Named[]) => readonly string[];
}

/** A program that is started by its path, with nothing but words behind it. */
const program = /^\s*(?:\.{0,2}\/)?[\w.-]+(?:\/[\w.+-]+)+(?:\s+[\w./=:-]+)*\s*$/;

/** Runners that can be told which tests to run. */
const choosers: Partial<Record<ResultFormat, Chooser>> = {
  ctest: {
    runner: /(?:^|[;&|]\s*)ctest\b[^;&|<>]*$/,
    words: (tests) => ['-R', `^(${tests.map(({ rawName }) => rawName.replace(/[^\w]/g, '.')).join('|')})$`],
  },
  gtest: {
    runner: program,
    words: (tests) => [`--gtest_filter=${tests.map(({ suite, rawName }) => `${suite || '*'}.${rawName}`).join(':')}`],
  },
  catch: {
    runner: program,
    words: (tests) => [tests.map(({ rawName }) => rawName.replace(/[,[\]\\]/g, '\\$&')).join(',')],
  },
};

/** More words would make the command longer than it makes the tests shorter. */
const mostTests = 20;

/** The command that runs only these tests; null where the suite cannot be told to, as far as is known. */
export function failingAlone(command: Command, format: ResultFormat, tests: readonly Named[]): Command | null {
  const chooser = choosers[format];
  if (chooser === undefined || tests.length === 0 || tests.length > mostTests) return null;
  const words = chooser.words(tests);
  if (typeof command !== 'string') return chooser.runner.test(command.join(' ')) ? [...command, ...words] : null;
  return chooser.runner.test(command) ? `${command.trimEnd()} ${words.map(quoted).join(' ')}` : null;
}

/** One word for a shell. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
