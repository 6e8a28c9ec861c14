import { cellText } from '#lib/report/cell-text.ts';
import type { Plot } from '#lib/report/plot.ts';
import { PlotFrame } from './plot-frame.tsx';
import { seriesFills, share } from './series-fill.ts';

/** Of the room of a label this part is column; the rest parts it from the next. */
const filled = 0.72;

/** Columns on each other (`stack`) or side by side (`columns`). */
export function PlotColumns({ plot }: { plot: Plot }) {
  const { labels, series, kind } = plot;
  const room = 1 / Math.max(labels.length, 1);
  const width = kind === 'stack' ? room * filled : (room * filled) / series.length;
  return (
    <PlotFrame plot={plot}>
      {labels.flatMap((label, index) => {
        const left = index * room + (room * (1 - filled)) / 2;
        return series.map(({ title, tone, values }, place) => {
          const value = values[index] ?? 0;
          const below = kind === 'stack' ? sumBelow(plot, index, place) : 0;
          return value === 0 ? null : (
            <rect
              key={`${label} ${title}`}
              x={share(left + (kind === 'stack' ? 0 : place * width))}
              y={share(1 - (below + value) / plot.top)}
              width={share(width)}
              height={share(value / plot.top)}
              fill={seriesFills[tone]}
              stroke="var(--surface)"
              strokeWidth={0.5}
            >
              <title>{`${label}, ${title}: ${cellText(value, plot.unit)}`}</title>
            </rect>
          );
        });
      })}
    </PlotFrame>
  );
}

function sumBelow({ series }: Plot, index: number, place: number): number {
  return series.slice(0, place).reduce((sum, { values }) => sum + (values[index] ?? 0), 0);
}
