import { randomUUID } from 'node:crypto';
import type { normaliseResults as contract } from '#lib/activities/results.ts';
import { performanceOf } from '#lib/convergence/performance.ts';
import { compareResults, type TestChange } from '#lib/results/compare.ts';
import { countCases } from '#lib/results/count.ts';
import type { IdentityRule } from '#lib/results/identity.ts';
import { countedName, pairCounted } from '#lib/results/pair-counted.ts';
import type { Counts, TestCase } from '#lib/results/types.ts';
import { underRules } from '#server/results/identity/under-rules.ts';
import { rowsOfCase } from '#server/results/rows-of-case.ts';
import { lastPrinted } from '#server/store/last-printed.ts';
import type { MeasuredTest, ResultSetRow } from '#server/store/results.ts';
import type { ActivityContext } from '../context.ts';
import { filedResults, filedRules, filedTests } from '../filed.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { newWarningsSinceBase } from './build-record.ts';
import { goalFilter } from './goal.ts';
import { type JudgedRun, judgeParts, touchedKey } from './judge-parts.ts';
import { keepResultSet } from './keep-result-set.ts';
import { type Measurement, measurementOf } from './measured-part.ts';
import { metricReadings } from './metric-readings.ts';
import { configOf, inputOf } from './run-facts.ts';
import { touchedFiles } from './touched-files.ts';

export const normaliseResults: Perform<typeof contract> = async ({ iteration, attempt }, context) => {
  const [config, input, measurement, rules, touched, earlier] = await Promise.all([
    configOf(context),
    inputOf(context),
    measurementOf(context, attempt),
    filedRules(context),
    touchedFiles(context),
    filedResults(context, iteration),
  ]);
  const { told, findings, incomplete, format } = ruled(judgeParts(measurement, touched), rules);
  const first = await firstMeasured(context, earlier);
  const cases = first === null ? told : pairCounted(first.cases, told).after;
  const id = randomUUID();
  const counts = countCases(cases);
  const isGoal = goalFilter(input.goal.tests);
  const before = compareWithFirst(first, cases);
  const previous = earlier.find((set) => set.iteration < iteration);
  const stored = keepResultSet(context, {
    id,
    runId: context.runId,
    projectId: context.projectId,
    iteration,
    activityId: context.activityId,
    format,
    complete: incomplete === null,
    counts: { ...counts },
    findings,
    results: cases.flatMap(rowsOfCase),
  });
  const [metrics, newWarnings, isSame, finding] = await Promise.all([
    metricReadings(context, config, measurement),
    newWarningsSinceBase(context, iteration),
    previous !== undefined && sameFailures(context, previous, cases),
    findingOf(context, measurement, { findings, total: counts.total }),
    stored,
  ]);
  return {
    resultId: id,
    goal: slim(countCases(cases.filter((test) => isGoal(test) || test.key === touchedKey))),
    all: slim(counts),
    ...before,
    infrastructureErrors: counts.infra,
    disagreeing: counts.flaky,
    newWarnings,
    metrics,
    performance: performanceOf(metrics),
    sameFailures: isSame,
    executionMs: Math.round(measurement.parts.reduce((sum, part) => sum + part.durationMs, 0)),
    incomplete: incomplete === null ? null : oneSentence(incomplete),
    finding,
    evidence: evidenceOf(measurement, attempt),
  };
};

/** The tests under the keys that their project's own rules give them, as imported ones are. */
function ruled({ cases, ...judged }: JudgedRun, rules: readonly IdentityRule[] | undefined) {
  const told = rules === undefined ? cases : underRules(cases, rules);
  if (told !== null) return { ...judged, told };
  return {
    ...judged,
    told: cases,
    incomplete: 'a rule of test identity of the project took too long on one of the names',
  };
}

/** Where no test has a result, what the tests printed last often says why. */
async function findingOf(
  { host, confirmed }: ActivityContext,
  { activityId }: Measurement,
  { findings, total }: { findings: readonly string[]; total: number },
): Promise<string | null> {
  const said = total > 0 ? null : await confirmed.then(() => lastPrinted(host.pool, activityId));
  const parts = [...findings.slice(0, 2), ...(said === null ? [] : [`printed last: ${said}`])];
  return parts.length === 0 ? null : oneSentence(parts.join('; '));
}

function evidenceOf({ activityId, parts }: Measurement, attempt: number) {
  const kept = parts.flatMap((part) => part.evidence).slice(0, 4);
  return [
    { kind: 'log' as const, id: activityId, label: `output of the tests, attempt ${attempt}` },
    ...kept.map(({ name, hash }) => ({ kind: 'artifact' as const, id: hash, label: name.slice(0, 200) })),
  ];
}

interface FirstMeasured {
  /** 0 where the base was measured. */
  readonly iteration: number;
  readonly cases: readonly TestCase[];
}

/** The base, or else the first measured iteration before this one; null when there is none. */
async function firstMeasured(
  context: ActivityContext,
  earlier: readonly ResultSetRow[],
): Promise<FirstMeasured | null> {
  const first = earlier.findLast((set) => set.iteration < context.iteration);
  if (first === undefined) return null;
  const tests = (await filedTests(context, first.id)).toSorted((a, b) => a.key.localeCompare(b.key));
  return { iteration: first.iteration, cases: tests.map(asCase) };
}

/** Without a measured base nothing is a regression, but tests may vanish that the first measured iteration had. */
function compareWithFirst(first: FirstMeasured | null, cases: readonly TestCase[]) {
  if (first === null) return { regressions: 0, regressed: [], vanished: 0, appeared: 0 };
  const { changes, regressions } = compareResults(first.cases, cases);
  const went = changes.filter(({ change }) => change === 'disappeared');
  const came = changes.filter(({ before }) => before === undefined);
  const sets = {
    vanished: went.length,
    appeared: came.length,
    went: namesOf(went).slice(0, 3),
    came: namesOf(came).slice(0, 3),
  };
  if (first.iteration > 0) return { regressions: 0, regressed: [], ...sets };
  const regressed = namesOf(changes.filter((change) => change.isRegression)).slice(0, 5);
  return { regressions, regressed, ...sets };
}

function namesOf(changes: readonly TestChange[]): string[] {
  return changes.map(({ name }) => name.slice(0, 200));
}

async function sameFailures(
  context: ActivityContext,
  previous: ResultSetRow,
  cases: readonly TestCase[],
): Promise<boolean> {
  const failing = (tests: readonly { key: string; status: string }[]) =>
    tests
      .filter((test) => test.status === 'failed' || test.status === 'error')
      .map((test) => test.key)
      .sort()
      .join('\n');
  const now = failing(cases);
  return now !== '' && now === failing(await filedTests(context, previous.id));
}

function asCase(test: MeasuredTest): TestCase {
  const status = test.status as TestCase['status'];
  return {
    key: test.key,
    suite: test.suite,
    name: test.name,
    rawName: test.name,
    status,
    attempts: [{ status }],
    flaky: false,
    origin: originOf(test),
  };
}

/** What a test came from shows in its name: rows keep nothing else of it. */
function originOf({ key, name }: MeasuredTest): TestCase['origin'] {
  if (/^\(.*\)$/.test(key)) return 'run';
  return countedName.test(name) ? 'counted' : 'named';
}

function slim({ passed, failed, errors, skipped, notRun }: Counts) {
  return { passed, failed, errors, skipped: skipped + notRun };
}
