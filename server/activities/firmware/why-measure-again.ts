import { type KnownFlake, whyChance } from '#lib/convergence/why-chance.ts';
import { flakinessOf, flakyRule } from '#lib/history/flaky.ts';
import { killedFromOutside } from '#lib/results/killed-from-outside.ts';
import { outcomesOf } from '#server/store/history/test-results.ts';
import type { MeasuredTest, ResultSetRow } from '#server/store/results.ts';
import type { ActivityContext } from '../context.ts';
import { filedTests } from '../filed.ts';
import { latestMeasurement } from './measured-part.ts';
import { measurementOfStart, setsByTree } from './same-tree.ts';

interface Only {
  readonly set: ResultSetRow;
  /** Which run of the tests within the iteration it is. */
  readonly attempt: number;
  /** The goal's tests in it. */
  readonly tests: readonly MeasuredTest[];
  /** All measurements of the run, it included. */
  readonly sets: readonly ResultSetRow[];
  readonly isGoal: (test: MeasuredTest) => boolean;
}

/**
 * Why the only measurement of an iteration may be chance, one sentence; null where it counts. Where no earlier measurement passes
 * more and nothing was cut off, that is known without asking anybody.
 */
export async function whyMeasureAgain(context: ActivityContext, only: Only): Promise<string | null> {
  const { set, tests, sets, isGoal } = only;
  const passed = tests.filter(isPassing).length;
  const killedBy = set.complete ? null : await killerOf(context, only.attempt);
  const mayLose = sets.some(({ iteration, counts }) => iteration < context.iteration && (counts.passed ?? 0) > passed);
  if (killedBy === null && !mayLose) return null;
  const start = await measurementOfStart(context, sets);
  if (start === null) return whyChance({ passed, killedBy, start, flaky: [] });
  const passing = (await filedTests(context, start.id)).filter((test) => isPassing(test) && isGoal(test));
  const failing = new Set(tests.filter(isFailing).map(({ key }) => key));
  const lost = passing.filter(({ key }) => failing.has(key));
  const mayFlake = passed < passing.length && passed + lost.length >= passing.length && lost.length <= mostSuspects;
  return whyChance({
    passed,
    killedBy,
    start: { passed: passing.length, complete: start.complete },
    flaky: mayFlake ? await knownFlakes(context, lost, only) : [],
  });
}

/** Where more tests than this fail at once, the tree is broken, whatever their history says. */
const mostSuspects = 200;

async function killerOf(context: ActivityContext, attempt: number): Promise<string | null> {
  const measured = await latestMeasurement(context);
  const parts = measured?.attempt === attempt ? measured.parts : [];
  return parts.map(({ end }) => killedFromOutside(end)).find((signal) => signal !== null) ?? null;
}

/** Those of the tests that flake by what was measured before: in this run, or else in the project's history. */
async function knownFlakes(
  context: ActivityContext,
  tests: readonly MeasuredTest[],
  { set, sets }: Only,
): Promise<readonly KnownFlake[]> {
  const [inRun, history] = await Promise.all([
    disagreeingKeys(context, sets),
    outcomesOf(
      context.host.pool,
      tests.map(({ testId }) => testId),
      { limit: flakyRule.lookBack, upTo: set.createdAt.getTime() - 1 },
    ),
  ]);
  const byName = tests.toSorted((one, other) => one.name.localeCompare(other.name));
  return byName.flatMap(({ testId, key, name }): KnownFlake[] => {
    if (inRun.has(key)) return [{ name, source: 'run' }];
    return flakinessOf(history.get(testId)?.outcomes ?? []).isFlaky ? [{ name, source: 'history' }] : [];
  });
}

/** The tests that one measurement of a tree passes and another one fails. */
async function disagreeingKeys(context: ActivityContext, sets: readonly ResultSetRow[]): Promise<ReadonlySet<string>> {
  const trees = (await setsByTree(context, sets)).filter((tree) => tree.length > 1);
  const keys = await Promise.all(
    trees.map(async (tree) => {
      const tests = (await Promise.all(tree.map(({ id }) => filedTests(context, id)))).flat();
      const failing = new Set(tests.filter(isFailing).map(({ key }) => key));
      return tests.filter((test) => isPassing(test) && failing.has(test.key)).map(({ key }) => key);
    }),
  );
  return new Set(keys.flat());
}

function isPassing({ status }: MeasuredTest): boolean {
  return status === 'passed';
}

function isFailing({ status }: MeasuredTest): boolean {
  return status === 'failed' || status === 'error';
}
