import { countCases } from './count.ts';
import { describeExit, isCrash } from './exit-meaning.ts';
import type { Counts, ParsedResults, TestCase } from './types.ts';
import { unfinishedTest } from './unfinished.ts';

/** Who or what ended the test program, as its supervisor saw it: QEMU exits with 0 on SIGTERM, so its own status is no witness. */
export type EndedBy = 'exit' | 'signal' | 'deadline' | 'silence' | 'cancelled' | 'output-cap' | 'not-started';

export interface RunEnd {
  exitCode: number | null;
  endedBy: EndedBy;
  signal?: string | null;
}

/** `ok` means that the results can be counted, not that they are good. */
export type RunStatus = 'ok' | 'ARTIFACT_MISSING' | 'TEST_ENV_FAILURE' | 'TIMEOUT';

export interface RunVerdict {
  status: RunStatus;
  /** The parsed results, with a case of origin `run` for what no test of its own tells. */
  results: ParsedResults;
  counts: Counts;
  /** Why the run did not tell everything: it hung, crashed, was stopped or ended early; null for a whole measurement. */
  incomplete: string | null;
  /** What a person should know beside the counts, one sentence each. */
  findings: string[];
}

/** What the run as a whole adds to its tests. */
interface Trouble {
  finding: string;
  /** The name of the case it becomes; the first trouble that is also a case is the only one. */
  caseName?: string;
}

const stoppedBy = {
  exit: undefined,
  signal: undefined,
  deadline: 'stopped at its deadline',
  silence: 'stopped because it printed nothing for too long',
  cancelled: 'cancelled',
  'output-cap': 'stopped because it printed too much',
  'not-started': 'not started',
} as const satisfies Record<EndedBy, string | undefined>;

/** Judges a run by its results and its end together, because either may lie: pass = exit 0 and a complete plan and no fault. */
export function verdictOfRun(parsed: ParsedResults, end: RunEnd): RunVerdict {
  const ends = [stop(parsed, end), crash(parsed, end), earlyEnd(parsed)].filter(isPresent);
  const isExplained = ends.some(({ caseName }) => caseName !== undefined);
  const troubles = [...ends, isExplained ? undefined : disagreement(parsed, end)].filter(isPresent);
  const hung = unfinishedTest(parsed.cases);
  const asCase = hung === undefined ? troubles.find(({ caseName }) => caseName !== undefined) : undefined;
  const added = asCase?.caseName === undefined ? [] : [runCase(asCase.caseName, asCase.finding)];
  const cases = [...parsed.cases, ...added];
  const counts = countCases(cases);
  const results = { ...parsed, cases, counts };
  const status = statusOf(results, end);
  const findings = [...troubles.map(({ finding }) => finding), ...notes(parsed, status)];
  const cut = ends[0] ?? troubles.find(({ caseName }) => caseName !== undefined);
  const incomplete = cut?.finding ?? (status === 'ok' ? null : (findings[0] ?? status));
  return { status, results, counts, incomplete, findings };
}

function statusOf({ counts }: ParsedResults, { endedBy, exitCode }: RunEnd): RunStatus {
  if (endedBy === 'not-started') return 'TEST_ENV_FAILURE';
  if (endedBy === 'deadline' || endedBy === 'silence') return 'TIMEOUT';
  if (counts.total > 0) return 'ok';
  return counts.infra > 0 || exitCode === 126 || exitCode === 127 ? 'TEST_ENV_FAILURE' : 'ARTIFACT_MISSING';
}

function stop({ cases }: ParsedResults, { endedBy }: RunEnd): Trouble | undefined {
  const how = stoppedBy[endedBy];
  if (how === undefined) return undefined;
  const hung = unfinishedTest(cases);
  const finding = `the run was ${how}${hung === undefined ? '' : ` during ${hung.key}`}`;
  return endedBy === 'not-started' ? { finding } : { finding, caseName: '(run stopped)' };
}

function crash(
  { format, counts, cases, fault }: ParsedResults,
  { endedBy, exitCode, signal }: RunEnd,
): Trouble | undefined {
  const wasStopped = stoppedBy[endedBy] !== undefined;
  /** Some programs exit with their number of failures, which may look like a crash. */
  const isCount = exitCode === counts.failed + counts.errors;
  const isDead = !wasStopped && (endedBy === 'signal' || (isCrash(exitCode) && !isCount));
  if (!isDead && fault === undefined) return undefined;
  const hung = unfinishedTest(cases);
  const parts = [
    ...(isDead ? [`the program died: ${describeExit({ exitCode, signal: signal ?? null })}`] : []),
    ...(fault === undefined ? [] : [`line ${fault.line} tells of a ${fault.kind}: ${fault.text.trim()}`]),
    ...(hung === undefined ? [] : [`it happened during ${hung.key}`]),
  ];
  const isOneTest = format === 'exit-code' && counts.errors > 0;
  return { finding: parts.join('; '), ...(isOneTest ? {} : { caseName: '(crash)' }) };
}

/** A run without any test is told apart by its status and needs no case. */
function earlyEnd({ complete, incompleteBecause, counts }: ParsedResults): Trouble | undefined {
  if (complete) return undefined;
  const finding = `the output is incomplete: ${incompleteBecause ?? 'its end is missing'}`;
  return counts.total === 0 ? { finding } : { finding, caseName: '(run ended early)' };
}

/** Only where no crash or early end explains the exit code already. */
function disagreement({ counts }: ParsedResults, { exitCode, endedBy }: RunEnd): Trouble | undefined {
  if (endedBy !== 'exit' || exitCode === null) return undefined;
  const failing = counts.failed + counts.errors;
  if (exitCode === 0 && failing > 0)
    return {
      finding: `exit code 0 and ${failing === 1 ? 'a failing test' : `${failing} failing tests`} disagree; the tests count`,
    };
  if (exitCode === 0 || failing > 0) return undefined;
  const how = describeExit({ exitCode });
  if (counts.total === 0) return { finding: `${how} and no test` };
  return { finding: `${how} and ${counts.passed} passing tests disagree`, caseName: '(exit code)' };
}

function notes({ counts }: ParsedResults, status: RunStatus): string[] {
  const idle = counts.skipped + counts.notRun;
  return [
    ...(status === 'ARTIFACT_MISSING' && idle === 0 ? ['no test was found: that is not a pass'] : []),
    ...(status === 'ARTIFACT_MISSING' && idle > 0
      ? [`all ${idle} tests were skipped or not run: that is not a pass`]
      : []),
    ...(counts.flaky > 0 ? [`${counts.flaky} tests passed only on a retry`] : []),
    ...(counts.infra > 0 ? [`${counts.infra} tests met trouble of the bench and do not count`] : []),
  ];
}

function runCase(name: string, message: string): TestCase {
  const status = 'error';
  const attempts = [{ status, message } as const];
  return {
    key: name,
    suite: '',
    name,
    rawName: name,
    status,
    message,
    attempts: [...attempts],
    flaky: false,
    origin: 'run',
  };
}

function isPresent(trouble: Trouble | undefined): trouble is Trouble {
  return trouble !== undefined;
}
