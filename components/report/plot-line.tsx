import { cellText } from '#lib/report/cell-text.ts';
import type { Plot } from '#lib/report/plot.ts';
import { PlotFrame } from './plot-frame.tsx';
import { seriesFills, share } from './series-fill.ts';

/** Above this many points the dots would touch: the line alone is drawn. */
const mostDots = 60;

/** Values over periods; the line has a gap where nothing was counted. */
export function PlotLine({ plot }: { plot: Plot }) {
  const { labels, series, top, unit } = plot;
  const x = (index: number) => share((index + 0.5) / labels.length);
  const y = (value: number) => share(1 - value / top);
  return (
    <PlotFrame plot={plot}>
      {series.map(({ title, tone, values }) => (
        <g key={title} stroke={seriesFills[tone]}>
          {values.map((value, index) => {
            const before = values[index - 1];
            const label = labels[index] ?? '';
            return value === null ? null : (
              <g key={label}>
                {before != null && (
                  <line
                    x1={x(index - 1)}
                    y1={y(before)}
                    x2={x(index)}
                    y2={y(value)}
                    strokeWidth={2}
                    strokeLinecap="round"
                  />
                )}
                {(labels.length <= mostDots || before == null) && (
                  <circle cx={x(index)} cy={y(value)} r={3} fill={seriesFills[tone]} stroke="none">
                    <title>{`${label}: ${cellText(value, unit)}`}</title>
                  </circle>
                )}
              </g>
            );
          })}
        </g>
      ))}
    </PlotFrame>
  );
}
