import type { analyseResults as contract } from '#lib/activities/results.ts';
import { measurementConfidence } from '#lib/convergence/confidence.ts';
import { countCases } from '#lib/results/count.ts';
import { resultSetsOf, testsOf } from '#server/store/results.ts';
import { ActivityFailure } from '../context.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { goalFilter } from './goal.ts';
import { inputOf } from './run-facts.ts';

type Status = Awaited<ReturnType<Perform<typeof contract>>>['status'];

const nextAction = {
  PASS: 'CONTINUE',
  FAIL: 'CONTINUE',
  FLAKY: 'RETRY',
  INCONCLUSIVE: 'RETRY',
  ENV_ERROR: 'RETRY',
} as const satisfies Record<Status, string>;

export const analyseResults: Perform<typeof contract> = async ({ iteration, resultId }, context) => {
  const input = await inputOf(context);
  const sets = await resultSetsOf(context.host.pool, context.runId, iteration);
  const set = sets.find((one) => one.id === resultId);
  if (set === undefined)
    throw new ActivityFailure('ARTIFACT_MISSING', `result ${resultId} is not stored`, { final: true });
  const tests = await testsOf(context.host.pool, resultId);
  const isGoal = goalFilter(input.goal.tests);
  const goal = countCases(tests.filter(isGoal).map((test) => ({ status: test.status as 'passed', flaky: false })));
  const attempts = sets.filter((one) => one.iteration === iteration);
  const twin = attempts.find((one) => one.id !== resultId);
  const was = new Map(
    twin === undefined ? [] : (await testsOf(context.host.pool, twin.id)).map((test) => [test.key, test.status]),
  );
  const odd = tests.filter((test) => was.has(test.key) && was.get(test.key) !== test.status);
  const status = statusOf({ goal, infra: set.counts.infra ?? 0, flaky: (set.counts.flaky ?? 0) + odd.length });
  const base = sets.findLast((one) => one.iteration === 0);
  return {
    status,
    nextAction: nextAction[status],
    confidence: measurementConfidence({
      expectedTests: base === undefined ? null : Math.max(base.counts.total ?? 0, 1),
      reportedTests: set.counts.total ?? 0,
      attempts: attempts.length,
      agreeingTests: tests.length - odd.length,
      infrastructureRetries: 0,
      modelConfidence: null,
    }),
    modelConfidence: null,
    reasoning: oneSentence(reasoning({ goal, findings: set.findings, odd: odd.map((test) => test.name) })),
    usage: { tokens: 0, money: 0 },
  };
};

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
  findings,
  odd,
}: {
  goal: { total: number; passed: number };
  findings: readonly string[];
  odd: readonly string[];
}): string {
  const parts = [
    `${goal.passed} of ${goal.total} goal tests pass`,
    ...(odd.length === 0 ? [] : [`attempts disagree on ${odd.slice(0, 3).join(', ')}`]),
    ...findings.slice(0, 2),
  ];
  return parts.join('; ');
}
