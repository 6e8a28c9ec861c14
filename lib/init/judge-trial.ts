import type { Counts } from '#lib/results/types.ts';
import type { ResultsGuess } from './frameworks.ts';
import type { InitPlan } from './plan.ts';
import { type Trial, unknownSeconds } from './project-file.ts';

/** A command that was tried. */
export interface TriedCommand {
  readonly command: string;
  /** Null when a signal ended it or it was never started. */
  readonly exitCode: number | null;
  /** How it ended, in words that follow its name. */
  readonly reason: string;
  readonly wasStarted: boolean;
  readonly wasStopped: boolean;
  readonly durationMs: number;
  /** Both streams as they came: a program may tell failures on one and totals on the other. */
  readonly output: string;
}

/** A test command that was tried, and what could be read of its results. */
export interface TriedTest extends TriedCommand {
  readonly read: { readonly results: ResultsGuess; readonly counts: Counts } | null;
}

/** What to write after a trial: the first test command whose results can be read, else the first that ran at all. */
export function judgeTrial(plan: InitPlan, build: string, tests: readonly TriedTest[]): Trial {
  const best = tests.find(({ read }) => read !== null) ?? tests.find(ranTests);
  if (best === undefined) {
    const findings = [`\`${build}\` builds.`, 'No test command was found that works here.', ...tests.map(told)];
    return { ...unproven(plan, findings), build };
  }
  const counted =
    best.read === null
      ? `A trial ${best.reason}; no format was recognised in what it printed, so the command counts as one test.`
      : `A trial counted ${best.read.counts.passed} of ${best.read.counts.total} tests passing.`;
  return {
    build,
    test: best.command,
    works: true,
    results: best.read?.results ?? notRecognised,
    timeoutSeconds: endedEarly(best)
      ? unknownSeconds
      : Math.max(leastSeconds, Math.ceil((best.durationMs * headroom) / 10_000) * 10),
    findings: [
      counted,
      ...(best.wasStopped ? ['It was stopped before the tests had ended: give them more time.'] : []),
      ...(endedEarly(best) ? ['How long the tests take when they pass is not known.'] : []),
    ],
  };
}

/** What to write when no build worked. */
export function judgeBuilds(plan: InitPlan, builds: readonly TriedCommand[]): Trial {
  return unproven(plan, [
    `No build by ${plan.offer?.system ?? 'a known build system'} works here.`,
    ...builds.map(told),
  ]);
}

/** A busy machine may be some times slower than this one was. */
const headroom = 5;
const leastSeconds = 60;

/** A program that stops at its first failure tells nothing of the time that all of its tests take. */
function endedEarly({ read, exitCode, wasStopped }: TriedTest): boolean {
  return !wasStopped && (exitCode === null || (read === null && exitCode !== 0));
}

const notRecognised: ResultsGuess = {
  format: 'exit-code',
  pattern: null,
  files: [],
  because: 'no format was recognised in what a trial printed',
};

function unproven({ offer, results }: InitPlan, findings: readonly string[]): Trial {
  const [build, test] = [offer?.builds[0], offer?.tests[0]];
  return { build, test, works: false, results, timeoutSeconds: unknownSeconds, findings };
}

/** 126 and 127 are a shell's words for a program that cannot be started; CTest is content when it knows no test. */
function ranTests({ exitCode, wasStarted, output }: TriedCommand): boolean {
  return wasStarted && exitCode !== 126 && exitCode !== 127 && !nothingRan.test(output);
}

const nothingRan = /^No tests were found/m;
const complaint =
  /: (?:fatal )?error: |CMake Error|: No such file or directory|(?:command )?not found\b|No rule to make target|\bERROR: /;

/**
 * A command that did not work, with the line that most likely tells why: a compiler's or a shell's complaint, else the last
 * one. CMake only says where in such a line; what is wrong comes in the next one.
 */
function told({ command, reason, output }: TriedCommand): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const at = lines.findIndex((line) => complaint.test(line));
  const line = lines.at(at) ?? 'it printed nothing';
  const said = /^CMake Error.*:$/.test(line) ? `${line} ${lines[at + 1] ?? ''}` : line;
  return `\`${command}\` ${reason}: ${said.slice(0, 300)}`;
}
