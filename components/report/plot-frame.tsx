import type { ReactNode } from 'react';
import { cx } from '#components/ui/cx.ts';
import { cellText } from '#lib/report/cell-text.ts';
import { levelsOf, type Plot } from '#lib/report/plot.ts';
import { share } from './series-fill.ts';

/** Distances between labels that are easy to count in. */
const steps = [1, 2, 4, 8, 13, 26, 52];
const mostLabels = 9;
/** On a narrow screen every so manieth of them stays. */
const narrow = 3;

/** The axes around a drawing: levels at the left, labels below, lines across. Hidden from readers, who have the sentence and the table. */
export function PlotFrame({ plot, children }: { plot: Plot; children: ReactNode }) {
  const { labels, top, unit } = plot;
  const each = steps.find((step) => labels.length / step <= mostLabels) ?? Math.ceil(labels.length / mostLabels);
  const levels = levelsOf(plot);
  return (
    <div
      aria-hidden
      className="tabular grid h-64 grid-cols-[72px_minmax(0,1fr)] grid-rows-[minmax(0,1fr)_24px] pt-2 pr-4 text-ink-muted text-xs"
    >
      <div className="relative">
        {levels.map((level) => (
          <span
            key={level}
            className="absolute right-2 -translate-y-1/2 whitespace-nowrap"
            style={{ top: share(1 - level / top) }}
          >
            {cellText(level, unit === 'count' ? 'number' : unit)}
          </span>
        ))}
      </div>
      <svg aria-hidden="true" className="size-full overflow-visible">
        {levels.map((level) => (
          <line
            key={level}
            x2="100%"
            y1={share(1 - level / top)}
            y2={share(1 - level / top)}
            stroke={level === 0 ? 'var(--line-strong)' : 'var(--line)'}
          />
        ))}
        {children}
      </svg>
      <div className="relative col-start-2">
        {labels.map((label, index) =>
          index % each === 0 ? (
            <span
              key={label}
              className={cx(
                'absolute top-1.5 -translate-x-1/2 whitespace-nowrap',
                index % (each * narrow) !== 0 && 'max-md:hidden',
              )}
              style={{ left: share((index + 0.5) / labels.length) }}
            >
              {label}
            </span>
          ) : null,
        )}
      </div>
    </div>
  );
}
