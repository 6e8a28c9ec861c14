import { cx } from '#components/ui/cx.ts';
import { counted } from '#lib/format/count.ts';
import { funnelStages } from '#lib/repair/funnel-stages.ts';
import type { SearchProgress } from '#lib/repair/records.ts';

/** What became of the candidates of a search: each bar is what is left of the one above it. */
export function SearchFunnel({ progress }: { progress: SearchProgress }) {
  const { lines, candidates, tried, seconds, perSecond, isOver } = progress;
  return (
    <div className="flex min-w-0 flex-col gap-2 text-sm">
      <p>
        {counted(lines, 'suspicious line')} gave {counted(candidates, 'candidate')};{' '}
        {isOver ? `${counted(tried, 'candidate')} tried` : `${counted(tried, 'candidate')} tried so far`} in{' '}
        <span className="tabular">{seconds}</span> s (<span className="tabular">{perSecond}</span> a second).
      </p>
      <ol aria-label="What became of the candidates" className="flex flex-col gap-1">
        {funnelStages(progress).map(({ label, left, lost }, at, stages) => (
          <li
            key={label}
            className="grid grid-cols-[9rem_1fr_4rem] items-center gap-x-2 max-md:grid-cols-[7rem_1fr_3rem]"
          >
            <span className="text-ink-muted">{label}</span>
            <span className="flex min-w-0 items-center gap-2">
              <span
                aria-hidden
                className={cx('h-4 min-w-px rounded-sm', at === stages.length - 1 ? 'bg-good' : 'bg-busy')}
                style={{ width: `${tried === 0 ? 0 : (left / tried) * 100}%` }}
              />
              {lost !== '' && <span className="truncate text-ink-muted text-xs max-md:hidden">{lost}</span>}
            </span>
            <span className="tabular text-right">{left}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
