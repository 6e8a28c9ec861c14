import type { Command } from '#lib/config/scalars.ts';
import type { ResultFormat, TestCase } from '#lib/results/types.ts';

/** A way to make a suite say when each of its tests is over, which it does not do by itself. */
interface Talk {
  readonly words: readonly string[];
  /** A line that ends a test, with the group `name`. */
  readonly line: RegExp;
}

const talks: Partial<Record<ResultFormat, Talk>> = {
  // `0.003 s: name`, from the first release of Catch on.
  catch: { words: ['-d', 'yes'], line: /^\s*[\d.e-]+ s: (?<name>.+)$/gm },
};

/** A program that is started by its path, with nothing but words behind it. */
const program = /^\s*(?:\.{0,2}\/)?[\w.-]+(?:\/[\w.+-]+)+(?:\s+[\w./=:-]+)*\s*$/;

/** The command that runs all tests and names each; null where the suite names them anyway or cannot. */
export function talkative(command: Command, format: ResultFormat): Command | null {
  const talk = talks[format];
  if (talk === undefined) return null;
  if (typeof command !== 'string') return [...command, ...talk.words];
  return program.test(command) ? `${command.trimEnd()} ${talk.words.join(' ')}` : null;
}

/** The tests that a talkative suite has named so far; those that are not known as failing passed. */
export function namedTests(format: ResultFormat, output: string, known: readonly TestCase[]): TestCase[] {
  const talk = talks[format];
  const names = talk === undefined ? [] : [...output.matchAll(talk.line)].flatMap(({ groups }) => groups?.name ?? []);
  return [...new Set(names)].map((name) => known.find(({ rawName }) => rawName === name) ?? passedTest(name));
}

function passedTest(name: string): TestCase {
  const attempts = [{ status: 'passed' as const }];
  return { key: name, suite: '', name, rawName: name, status: 'passed', attempts, flaky: false, origin: 'named' };
}
