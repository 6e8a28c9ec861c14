import type { triageLogs as contract } from '#lib/activities/analysis.ts';
import { resultSetsOf, testsOf } from '#server/store/results.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { buildRecord } from './build-record.ts';
import { inputOf } from './run-facts.ts';

/** The evidence to reason from: the last build's errors, the last measurement's failing tests, and what came with the launch. */
export const triageLogs: Perform<typeof contract> = async ({ iteration }, context) => {
  const [input, built, sets] = await Promise.all([
    inputOf(context),
    buildRecord(context, iteration),
    resultSetsOf(context.host.pool, context.runId, iteration),
  ]);
  const last = sets[0];
  const tests = last === undefined ? [] : await testsOf(context.host.pool, last.id);
  const failing = tests.filter((test) => test.status === 'failed' || test.status === 'error');
  const broken = built !== null && !built.ok;
  const said = [
    ...(broken ? [`the last build has ${built.errors} errors, first: ${built.firstError ?? 'unknown'}`] : []),
    ...(failing.length > 0
      ? [
          `${failing.length} of ${tests.length} tests fail: ${failing
            .slice(0, 5)
            .map((test) => test.name)
            .join(', ')}`,
        ]
      : []),
    ...(input.evidence.length > 0 ? [`${input.evidence.length} logs came with the launch`] : []),
  ];
  return {
    hasEvidence: said.length > 0,
    findings: failing.length + (broken ? built.errors : 0) + input.evidence.length,
    summary: oneSentence(
      said.length === 0 ? 'no failing test, no compiler error and no log to start from' : said.join('; '),
    ),
    evidence: [
      ...(broken ? [{ kind: 'log' as const, id: built.activityId, label: 'the last build' }] : []),
      ...failing
        .slice(0, 4)
        .map((test) => ({ kind: 'test' as const, id: test.testId, label: test.name.slice(0, 200) })),
    ],
  };
};
