import { basename } from 'node:path';
import type { ResultsConfig } from '#lib/config/sections/results.ts';
import { namedTests } from '#lib/repair/localise/talkative.ts';
import type { ReadCases } from '#lib/repair/localise/tests-of-steps.ts';
import { createParser } from '#lib/results/create-parser.ts';
import { detectFormat } from '#lib/results/detect.ts';
import type { TestCase } from '#lib/results/types.ts';
import { verdictOfRun } from '#lib/results/verdict-of-run.ts';
import type { CommandOutcome } from '#server/process/command.ts';
import { parserOfOutput } from '#server/results/parser-of-output.ts';

/** One program of the tests: what it printed, and how the command that started it ended. */
export interface Printed {
  readonly program: string;
  readonly output: string;
  readonly results: ResultsConfig;
  readonly outcome: CommandOutcome;
  /** The tests as the project's own run told them. */
  readonly known: readonly TestCase[];
}

/**
 * How the output of a traced program is read. A runner such as ctest starts programs whose output it does not show: each is
 * then one test of the project, or several in a format of its own that can be recognised.
 */
export function readerOf({ program, output, results, outcome, known }: Printed): ReadCases {
  const own: ReadCases = (text, isWhole) => {
    if (results.format === 'exit-code' && !isWhole) return [];
    const parser = parserOfOutput(results, 'tests');
    parser?.push('stdout', Buffer.from(text));
    const parsed = parser?.end(outcome);
    return parsed === undefined ? [] : verdictOfRun(parsed, outcome).results.cases;
  };
  if (namedTests(results.format, output, known).length > 0) return (text) => namedTests(results.format, text, known);
  if (own(output, true).some(({ origin }) => origin === 'named')) return own;
  const detected = detectFormat(output);
  if (detected !== null) return (text) => casesIn(detected, text);
  const home = known.find(({ rawName }) => rawName === basename(program));
  return home === undefined ? own : (_, isWhole) => (isWhole ? [home] : []);
}

type Detected = NonNullable<ReturnType<typeof detectFormat>>;

function casesIn({ format, pattern }: Detected, text: string): readonly TestCase[] {
  const parser =
    format === 'pattern' && pattern !== null
      ? createParser('pattern', pattern)
      : format === 'pattern' || format === 'golden' || format === 'exit-code'
        ? null
        : createParser(format, {});
  parser?.push(text);
  return parser?.end().cases ?? [];
}
