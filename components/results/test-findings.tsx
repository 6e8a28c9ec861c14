import { Link } from '#components/ui/link.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import { counted } from '#lib/format/count.ts';
import { percent } from '#lib/format/percent.ts';
import type { FailsOnly } from '#lib/history/fails-only.ts';
import type { Flakiness } from '#lib/history/flaky.ts';
import type { Streak } from '#lib/history/streak.ts';
import { buildWords } from './build-words.ts';
import { sourceHref, sourceWords } from './source-words.ts';
import type { HistoryEntry } from './types.ts';

export type TestFindingsProps = {
  streak: Streak<HistoryEntry> | null;
  flakiness: Flakiness;
  /** How the score comes about. */
  formula: string;
  failsOnly: readonly FailsOnly[];
  /** The statistic by which these were found. */
  statistic: string;
};

/** What a test's history says: since when it fails and who mended it, whether it is flaky, and where it fails. */
export function TestFindings({ streak, flakiness, formula, failsOnly, statistic }: TestFindingsProps) {
  return (
    <ul className="flex flex-col gap-2 text-sm">
      <li>
        <StreakLine streak={streak} />
      </li>
      <li className="flex flex-col gap-0.5">
        <FlakyLine flakiness={flakiness} />
        <details className="text-ink-muted text-xs">
          <summary className="cursor-pointer">How the score is made</summary>
          <p className="max-w-prose py-1">{formula}</p>
        </details>
      </li>
      {failsOnly.map((found) => (
        <li key={`${found.kind} ${found.value}`} className="flex flex-col gap-0.5">
          <ToneMark tone="attention">
            {found.isOnly
              ? `Fails only with ${found.kind} ${found.value}`
              : `Fails more often with ${found.kind} ${found.value}`}
          </ToneMark>
          <span className="text-ink-muted text-xs" title={statistic}>
            {found.badHere} of {found.allHere} there, {found.badElsewhere} of {found.allElsewhere} elsewhere; p ={' '}
            {found.p.toPrecision(2)}. {statistic}
          </span>
        </li>
      ))}
    </ul>
  );
}

function StreakLine({ streak }: { streak: TestFindingsProps['streak'] }) {
  if (streak === null) return <ToneMark tone="good">It has not failed in these results</ToneMark>;
  const { firstBad, lastGood, fixedBy, failures } = streak;
  return (
    <div className="flex flex-col gap-0.5">
      {fixedBy === null ? (
        <ToneMark tone="bad">{`Fails, ${counted(failures, 'result')} in a row`}</ToneMark>
      ) : (
        <ToneMark tone="good">{`Passes again after ${counted(failures, 'failure')}`}</ToneMark>
      )}
      <p className="wrap-anywhere text-ink-muted">
        First bad: <Source entry={firstBad} />.{' '}
        {lastGood === null ? (
          'No good result before it is known.'
        ) : (
          <>
            Last good before it: <Source entry={lastGood} />.{' '}
          </>
        )}
        {fixedBy !== null && (
          <>
            Fixed with <Source entry={fixedBy} />
            {fixedBy.agent !== null && <> by the agent {fixedBy.agent}</>}.
          </>
        )}
      </p>
    </div>
  );
}

function Source({ entry }: { entry: HistoryEntry }) {
  const build = buildWords(entry);
  return (
    <>
      <Link href={sourceHref(entry)}>{sourceWords(entry)}</Link>
      {build !== '' && (
        <>
          {' '}
          (<SafeText text={build} limit={120} />)
        </>
      )}
      , <RelativeTime at={entry.at} />
    </>
  );
}

function FlakyLine({ flakiness: { score, isFlaky, disagreements, results } }: { flakiness: Flakiness }) {
  if (score === null) return <ToneMark tone="idle">Too few results to tell whether it is flaky</ToneMark>;
  const words = `${isFlaky ? 'Flaky' : 'Not flaky'}: score ${percent(score)}, ${counted(disagreements, 'disagreement')} in ${counted(results, 'result')}`;
  return <ToneMark tone={isFlaky ? 'attention' : 'good'}>{words}</ToneMark>;
}
