import { count, counted } from '#lib/format/count.ts';
import { duration } from '#lib/format/duration.ts';
import { percent } from '#lib/format/percent.ts';
import type { LabTotals as Totals } from './types.ts';

export type LabTotalsProps = { totals: Totals };

/** What other criteria would have come to, over all runs that are shown. */
export function LabTotals({ totals }: LabTotalsProps) {
  const { runs, changes, recordedIterations, iterationsSaved, boardMinutesSaved, workMsSaved, recordedSuccesses } =
    totals;
  const known = runs - changes.unknown;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 border-line border-y py-3 md:grid-cols-5">
      <Figure
        title="Iterations saved"
        value={count(iterationsSaved)}
        detail={`of ${count(recordedIterations)}, ${percent(iterationsSaved / Math.max(recordedIterations, 1))}`}
      />
      <Figure
        title="Board minutes saved"
        value={boardMinutesSaved.toFixed(boardMinutesSaved < 10 && boardMinutesSaved > 0 ? 1 : 0)}
        detail="time on boards"
      />
      <Figure title="Work saved" value={duration(workMsSaved)} detail="of builds and tests" />
      <Figure
        title="Successes lost"
        value={count(changes['success lost'])}
        detail={`of ${count(recordedSuccesses)} recorded`}
        isBad={changes['success lost'] > 0}
      />
      <Figure
        title="Known"
        value={`${count(known)} of ${count(runs)}`}
        detail={
          changes.unknown === 0 ? 'every replay has an end' : `${counted(changes.unknown, 'run')} leave the record`
        }
      />
    </dl>
  );
}

function Figure({ title, value, detail, isBad }: { title: string; value: string; detail: string; isBad?: boolean }) {
  return (
    <div className="flex min-w-0 flex-col">
      <dt className="text-ink-muted text-xs">{title}</dt>
      <dd className={`tabular text-lg ${isBad ? 'text-bad' : ''}`}>{value}</dd>
      <dd className="text-ink-muted text-xs">{detail}</dd>
    </div>
  );
}
