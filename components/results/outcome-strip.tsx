import { cx } from '#components/ui/cx.ts';
import { counted } from '#lib/format/count.ts';
import { isFailing, type Outcome } from '#lib/history/outcome.ts';
import { outcomeFaces } from './outcome-face.ts';

export type OutcomeStripProps = {
  /** The newest last, at the right. */
  outcomes: readonly Outcome[];
};

/** How a test went lately, as a row of marks: high is good. */
export function OutcomeStrip({ outcomes }: OutcomeStripProps) {
  if (outcomes.length === 0) return <span className="text-ink-faint text-xs">no result yet</span>;
  return (
    <span role="img" aria-label={sentence(outcomes)} className="inline-flex h-4 items-end gap-px align-middle">
      {outcomes
        .map((outcome, place) => ({ outcome, place }))
        .map(({ outcome, place }) => (
          <span
            key={place}
            title={outcomeFaces[outcome].word}
            className={cx('w-1 rounded-xs', outcomeFaces[outcome].mark)}
          />
        ))}
    </span>
  );
}

function sentence(outcomes: readonly Outcome[]): string {
  const failures = outcomes.filter(isFailing).length;
  const retried = outcomes.filter((outcome) => outcome === 'flaky').length;
  const last = outcomes.at(-1);
  return `Of the last ${counted(outcomes.length, 'result')}, ${failures} failed and ${retried} passed on a retry; the newest: ${last === undefined ? '' : outcomeFaces[last].word}`;
}
