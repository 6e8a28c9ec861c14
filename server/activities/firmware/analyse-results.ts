import type { analyseResults as contract } from '#lib/activities/results.ts';
import { measurementConfidence } from '#lib/convergence/confidence.ts';
import { counted } from '#lib/format/count.ts';
import { nameSome } from '#lib/format/name-some.ts';
import { percent } from '#lib/format/percent.ts';
import { countCases } from '#lib/results/count.ts';
import { free } from '#server/agents/agent.ts';
import type { MeasuredTest, ResultSetRow } from '#server/store/results.ts';
import { type ActivityContext, ActivityFailure } from '../context.ts';
import { filedResets, filedResults, filedTests } from '../filed.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { askJudge, type JudgedResult, type Judging } from './ask-judge.ts';
import { goalFilter } from './goal.ts';
import { touchedKey } from './judge-parts.ts';
import { configOf, inputOf } from './run-facts.ts';
import { measurementsOfTree } from './same-tree.ts';
import { whyMeasureAgain } from './why-measure-again.ts';

type Status = Awaited<ReturnType<Perform<typeof contract>>>['status'];

const nextAction = {
  PASS: 'CONTINUE',
  FAIL: 'CONTINUE',
  FLAKY: 'RETRY',
  INCONCLUSIVE: 'RETRY',
  ENV_ERROR: 'RETRY',
} as const satisfies Record<Status, string>;

export const analyseResults: Perform<typeof contract> = async ({ iteration, attempt, resultId }, context) => {
  const [input, sets, tests, infrastructureRetries] = await Promise.all([
    inputOf(context),
    filedResults(context, iteration),
    filedTests(context, resultId),
    filedResets(context, iteration),
  ]);
  const set = sets.find((one) => one.id === resultId);
  if (set === undefined)
    throw new ActivityFailure('ARTIFACT_MISSING', `result ${resultId} is not stored`, { final: true });
  const isOfGoal = goalFilter(input.goal.tests);
  const isGoal = (test: MeasuredTest) => isOfGoal(test) || test.key === touchedKey;
  const goalTests = tests.filter(isGoal);
  const goal = countCases(goalTests.map((test) => ({ status: test.status as 'passed', flaky: false })));
  const attempts = await measurementsOfTree(context, sets);
  const odd = await disagreeing(
    context,
    tests,
    attempts.filter(({ id }) => id !== resultId),
  );
  const seen = statusOf({ goal, infra: set.counts.infra ?? 0, flaky: (set.counts.flaky ?? 0) + odd.length });
  const isFirst = sets.every((one) => one.iteration !== iteration || one.id === resultId);
  const mayBeChance = nextAction[seen] === 'CONTINUE' && isFirst && iteration > 0;
  const doubt = mayBeChance ? await whyMeasureAgain(context, { set, attempt, tests: goalTests, sets, isGoal }) : null;
  const status = doubt === null ? seen : 'INCONCLUSIVE';
  const base = sets.findLast((one) => one.iteration === 0);
  const isSettled = nextAction[status] === 'CONTINUE';
  const judging = isSettled
    ? await judged(context, async () => ({
        before: base === undefined ? 'the base was not measured' : inWords(await filedTests(context, base.id)),
        after: [inWords(tests), ...set.findings].join('\n'),
      }))
    : null;
  return {
    status,
    nextAction: nextAction[status],
    confidence: measurementConfidence({
      expectedTests: base === undefined ? null : Math.max(base.counts.total ?? 0, 1),
      reportedTests: set.counts.total ?? 0,
      attempts: attempts.length,
      agreeingTests: tests.length - odd.length,
      infrastructureRetries,
      modelConfidence: null,
    }),
    modelConfidence: judging?.judgement?.confidence ?? null,
    reasoning: oneSentence(
      [reasoning({ goal, doubt, findings: set.findings, odd: odd.map((test) => test.name) }), ...wordsOf(judging)].join(
        '; ',
      ),
    ),
    usage: judging?.usage ?? free,
  };
};

/** What the judge of the project says of the result, where it has one. The base is nobody's change. */
async function judged(context: ActivityContext, result: () => Promise<JudgedResult>): Promise<Judging | null> {
  const { judge } = await configOf(context);
  return judge === undefined || context.iteration === 0 ? null : await askJudge(context, judge, await result());
}

function wordsOf(judging: Judging | null): string[] {
  if (judging?.judgement != null) {
    const { agent, confidence, reasoning: why } = judging.judgement;
    return [`${agent} trusts it to ${percent(confidence)}: ${why}`];
  }
  return judging?.lack == null ? [] : [`the judge said nothing: ${judging.lack}`];
}

const namedTests = 40;

/** A result as a judge is told it. */
function inWords(tests: readonly MeasuredTest[]): string {
  const trouble = tests
    .filter(({ status }) => status === 'failed' || status === 'error')
    .toSorted((a, b) => a.name.localeCompare(b.name));
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const named = trouble.slice(0, namedTests).map(({ name, status, message }) => `${status}: ${name}: ${message ?? ''}`);
  return [`${passed} of ${counted(tests.length, 'test')} pass`, ...named].join('\n');
}

/** Tests whose result was another in an earlier measurement of the same tree. */
async function disagreeing(
  context: ActivityContext,
  tests: readonly MeasuredTest[],
  others: readonly ResultSetRow[],
): Promise<readonly MeasuredTest[]> {
  const earlier = (await Promise.all(others.map(({ id }) => filedTests(context, id)))).flat();
  const seen = new Map<string, Set<string>>();
  for (const { key, status } of earlier) seen.set(key, (seen.get(key) ?? new Set()).add(status));
  return tests.filter(({ key, status }) => [...(seen.get(key) ?? [])].some((before) => before !== status));
}

function statusOf({
  goal,
  infra,
  flaky,
}: {
  goal: { total: number; passed: number };
  infra: number;
  flaky: number;
}): Status {
  if (infra > 0) return goal.total === 0 ? 'ENV_ERROR' : 'INCONCLUSIVE';
  if (flaky > 0) return 'FLAKY';
  return goal.total > 0 && goal.passed === goal.total ? 'PASS' : 'FAIL';
}

function reasoning({
  goal,
  doubt,
  findings,
  odd,
}: {
  goal: { total: number; passed: number };
  doubt: string | null;
  findings: readonly string[];
  odd: readonly string[];
}): string {
  const parts = [
    `${goal.passed} of ${goal.total} goal tests pass`,
    ...(doubt === null ? [] : [doubt]),
    ...(odd.length === 0 ? [] : [`measurements of the same tree disagree on ${nameSome(odd)}`]),
    ...findings.slice(0, 2),
  ];
  return parts.join('; ');
}
