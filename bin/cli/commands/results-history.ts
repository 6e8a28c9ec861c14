import { DomainError } from '#lib/errors.ts';
import { duration } from '#lib/format/duration.ts';
import { percent } from '#lib/format/percent.ts';
import { failsOnly } from '#lib/history/fails-only.ts';
import { flakinessOf } from '#lib/history/flaky.ts';
import { lastStreak } from '#lib/history/streak.ts';
import { testByKey } from '#server/store/history/test-by-key.ts';
import { namedTest } from '#server/store/history/test-names.ts';
import { type HistoryEntry, testResults } from '#server/store/history/test-results.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { projectOf } from '../results/project-of.ts';
import { table } from '../table.ts';
import { withStack } from '../with-stack.ts';

interface HistoryOptions {
  readonly project: string;
  readonly limit: number;
  readonly json?: true;
}

/** `firmloop results history`: how a test went, newest first, and what that says. */
export async function resultsHistory(key: string, { project, limit, json }: HistoryOptions): Promise<ExitCode> {
  const { test, entries } = await withStack({ runner: false }, async ({ pool }) => {
    const { id } = await projectOf(pool, project);
    const found = await testByKey(pool, id, key);
    if (found === null)
      throw new DomainError('BAD_INPUT', `${project} has no test ${JSON.stringify(key)}.`, {
        next: 'Give its whole key, suite::name, as the page Tests shows it.',
      });
    const named = await namedTest(pool, found);
    return { test: named, entries: await testResults(pool, named.ids, { limit }) };
  });
  const flaky = flakinessOf(entries.map(({ outcome }) => outcome).toReversed());
  const found = { streak: lastStreak(entries), flaky, failsOnly: failsOnly(entries) };
  if (json) {
    console.log(
      JSON.stringify({
        test: test.key,
        otherNames: test.otherNames.map((other) => other.key),
        ...found,
        results: entries,
      }),
    );
    return exitCode.success;
  }
  const rows = entries.map((entry) => [
    new Date(entry.at).toISOString(),
    entry.outcome,
    entry.durationMs === null ? '-' : duration(entry.durationMs).replaceAll('\u00a0', ' '),
    placeOf(entry),
    entry.message ?? '',
  ]);
  console.log(table([['time', 'outcome', 'took', 'where', 'message'], ...rows], process.stdout.columns).join('\n'));
  console.log(`\n${findings(found).join('\n')}`);
  return exitCode.success;
}

/** Where a result is from, in a few words. */
function placeOf({ run, iteration, import: from, branch, commit, build, board }: HistoryEntry): string {
  const source = run === null ? `import #${from ?? '?'}` : `run #${run}, iteration ${iteration ?? '?'}`;
  const known = [branch, build === null ? null : `build ${build}`, commit?.slice(0, 12), board];
  return [source, ...known.filter((part) => part)].join(', ');
}

function findings({
  streak,
  flaky,
  failsOnly: only,
}: {
  streak: ReturnType<typeof lastStreak<HistoryEntry>>;
  flaky: ReturnType<typeof flakinessOf>;
  failsOnly: ReturnType<typeof failsOnly>;
}): string[] {
  return [
    streak === null
      ? 'It has not failed in these results.'
      : streak.fixedBy === null
        ? `It fails since ${placeOf(streak.firstBad)}.`
        : `It failed last from ${placeOf(streak.firstBad)} on, until ${placeOf(streak.fixedBy)}.`,
    flaky.score === null
      ? 'Too few results to tell whether it is flaky.'
      : `Flaky score ${percent(flaky.score)}${flaky.isFlaky ? ': flaky' : ''}.`,
    ...only.map(
      ({ kind, value, badHere, allHere, badElsewhere, allElsewhere, p, isOnly }) =>
        `${isOnly ? 'Fails only' : 'Fails more often'} with ${kind} ${value}: ${badHere} of ${allHere} there, ${badElsewhere} of ${allElsewhere} elsewhere (p = ${p.toPrecision(2)}).`,
    ),
  ];
}
