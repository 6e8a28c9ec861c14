import { counted } from '#lib/format/count.ts';
import type { Change } from '#lib/results/compare.ts';
import { type ComparedSelections, compareSelections } from '#server/results/history/compare-selections.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { projectOf } from '../results/project-of.ts';
import { table } from '../table.ts';
import { withStack } from '../with-stack.ts';

interface CompareOptions {
  readonly project: string;
  readonly json?: true;
}

/** What a comparison lists, in this order; the rest is only counted. */
const listed: readonly Change[] = [
  'regression',
  'new_failure',
  'disappeared',
  'fixed',
  'still_failing',
  'new_pass',
  'appeared',
];

/** `firmloop results compare`: what became of each test between two measurements. */
export async function resultsCompare(
  before: string,
  after: string,
  { project, json }: CompareOptions,
): Promise<ExitCode> {
  const compared = await withStack({ runner: false }, async ({ pool }) =>
    compareSelections(pool, (await projectOf(pool, project)).id, { before, after }),
  );
  if (json) console.log(JSON.stringify(asJson(compared)));
  else console.log(inWords(compared).join('\n'));
  return exitCode.success;
}

function asJson({ before, after, difference }: ComparedSelections) {
  const { tests, counts, regressions } = difference;
  return { before: before.label, after: after.label, counts, regressions, tests };
}

function inWords({ before, after, difference }: ComparedSelections): string[] {
  const rows = listed.flatMap((change) =>
    difference.tests
      .filter((test) => test.change === change)
      .map(({ key, before: was, after: is }) => [
        change.replace('_', ' '),
        key,
        `${was ?? 'absent'} → ${is ?? 'absent'}`,
      ]),
  );
  const counts = Object.entries(difference.counts)
    .filter(([, number]) => number > 0)
    .map(([change, number]) => `${number} ${change.replaceAll('_', ' ')}`);
  return [
    `${before.label} → ${after.label}: ${counts.join(', ') || 'no tests'}.`,
    ...(difference.regressions > 0 ? [`${counted(difference.regressions, 'regression')}.`] : []),
    ...(rows.length > 0 ? ['', ...table([['change', 'test', 'outcome'], ...rows], process.stdout.columns)] : []),
  ];
}
