import type { Command } from '#lib/config/scalars.ts';
import type { ResultFormat, TestCase } from '#lib/results/types.ts';

/** A test that is to be run without the others, as its runner names it. */
type Named = Pick<TestCase, 'rawName' | 'suite'>;

interface Chooser {
  /** The command that can be given more words: the runner itself, as the last thing that a line of shell starts. */
  readonly runner: RegExp;
  /** The words; null where the runner does not know these tests by any. Where it only knows groups, others run with them. */
  readonly words: (tests: readonly Named[]) => Words | null;
}

/** What goes before a command and behind it. */
interface Words {
  readonly before?: readonly string[];
  readonly behind?: readonly string[];
}

/** A program that is started by its path, with nothing but words behind it. */
const program = /^\s*(?:\.{0,2}\/)?[\w.-]+(?:\/[\w.+-]+)+(?:\s+[\w./=:-]+)*\s*$/;

/** Runners that can be told which tests to run. */
const choosers: Partial<Record<ResultFormat, Chooser>> = {
  ctest: {
    runner: /(?:^|[;&|]\s*)ctest\b[^;&|<>]*$/,
    words: (tests) => ({
      behind: ['-R', `^(${tests.map(({ rawName }) => rawName.replace(/[^\w]/g, '.')).join('|')})$`],
    }),
  },
  gtest: {
    runner: program,
    words: (tests) => ({
      behind: [`--gtest_filter=${tests.map(({ suite, rawName }) => `${suite || '*'}.${rawName}`).join(':')}`],
    }),
  },
  catch: {
    runner: program,
    words: (tests) => ({ behind: [tests.map(({ rawName }) => rawName.replace(/[,[\]\\]/g, '\\$&')).join(',')] }),
  },
  // Each of these names in each of these groups.
  cpputest: {
    runner: program,
    words: (tests) => ({ behind: tests.flatMap(({ suite, rawName }) => ['-sg', suite, '-sn', rawName]) }),
  },
  // Told by the environment, and one case at most.
  check: {
    runner: program,
    words([first, ...others]) {
      const isOneCase = first !== undefined && others.every(({ suite }) => suite === first.suite);
      return isOneCase ? { before: ['env', `CK_RUN_CASE=${first.suite}`] } : null;
    },
  },
};

/** More words would make the command longer than it makes the tests shorter. */
const mostTests = 20;

/** The command that runs these tests and few others; null where the suite cannot be told to, as far as is known. */
export function failingAlone(command: Command, format: ResultFormat, tests: readonly Named[]): Command | null {
  const chooser = choosers[format];
  if (chooser === undefined || tests.length === 0 || tests.length > mostTests) return null;
  const words = chooser.words(tests);
  const isRunner = chooser.runner.test(typeof command === 'string' ? command : command.join(' '));
  if (words === null || !isRunner) return null;
  const { before = [], behind = [] } = words;
  if (typeof command !== 'string') return [...before, ...command, ...behind];
  return [...before.map(quoted), command.trim(), ...behind.map(quoted)].join(' ');
}

/** One word for a shell. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
