import { visibleText } from '#lib/format/visible-text.ts';
import { cellText } from '#lib/report/cell-text.ts';
import type { Plot } from '#lib/report/plot.ts';
import { seriesFills, share } from './series-fill.ts';

/** Bars that lie, the longest first, each with its name before it and its value behind it. */
export function PlotBars({ plot: { labels, series, top, unit } }: { plot: Plot }) {
  const [bars] = series;
  if (bars === undefined) return null;
  return (
    <div aria-hidden className="tabular flex flex-col gap-1.5 py-2 text-xs">
      {labels.map((label, index) => {
        const value = bars.values[index] ?? 0;
        return (
          <div
            key={label}
            className="grid grid-cols-[minmax(0,14rem)_minmax(0,1fr)] items-center gap-3 max-md:grid-cols-[minmax(0,8rem)_minmax(0,1fr)]"
          >
            <span className="truncate font-mono text-ink-muted" title={visibleText(label)}>
              {visibleText(label)}
            </span>
            <span className="flex items-center gap-2 pr-20">
              <span
                className="h-4 min-w-px rounded-xs"
                style={{ width: share(value / top), background: seriesFills[bars.tone] }}
              />
              <span className="-mr-20 whitespace-nowrap">{cellText(bars.values[index], unit)}</span>
            </span>
          </div>
        );
      })}
    </div>
  );
}
