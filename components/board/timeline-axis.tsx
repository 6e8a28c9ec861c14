import { cx } from '#components/ui/cx.ts';
import { type Axis, shareOf } from '#lib/reservation/timeline/axis.ts';

/** The hours or days over a timeline. */
export function TimelineAxis({ axis }: { axis: Axis }) {
  return (
    <div aria-hidden className="relative h-7 flex-1 overflow-hidden">
      {axis.ticks.map(({ at, label, short, isDay }, index) => (
        <span
          key={at}
          style={{
            left: percent(shareOf(axis, at)),
            width: percent(shareOf(axis, axis.ticks[index + 1]?.at ?? axis.to) - shareOf(axis, at)),
          }}
          className={cx(
            'tabular absolute top-0 h-full overflow-hidden whitespace-nowrap border-line border-l pt-1.5 pl-1 text-xs',
            isDay ? 'font-medium text-ink' : 'text-ink-muted',
          )}
        >
          <span className="max-sm:hidden">{label}</span>
          <span className="sm:hidden">{short}</span>
        </span>
      ))}
    </div>
  );
}

/** A share as CSS has it. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(3)}%`;
}
